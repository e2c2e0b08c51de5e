import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { program } from './program.js'
import { renderReference } from './reference.js'

it('docs/cli.md has the help of every command; otherwise run: npm run cli-reference', () => {
  const page = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8')
  expect(page.split('## Reference\n\n')[1]).toBe(renderReference(program))
})
