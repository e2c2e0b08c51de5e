// `npm run cli-reference`: writes the reference in docs/cli.md from the help of the commands.
import { readFile, writeFile } from 'node:fs/promises'

import { program } from '../apps/cli/src/program.ts'
import { renderReference } from '../apps/cli/src/reference.ts'
import { inRoot } from './lib/paths.mjs'

const file = inRoot('docs', 'cli.md')
const START = '## Reference\n\n'
const [before] = (await readFile(file, 'utf8')).split(START)
await writeFile(file, `${before}${START}${renderReference(program)}`)
