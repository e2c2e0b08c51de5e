// `npm run verify` runs this. It rejects the retired words of lib/retired-identifiers.mjs in all texts of the repository,
// retired names in Dart, and fragments as titles of tests. `node scripts/retired-words.mjs FILE …` checks single files.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { root } from './lib/paths.mjs'
import { RETIRED_IDENTIFIERS, RETIRED_PHRASES } from './lib/retired-identifiers.mjs'

const TEXT =
  /\.(ts|tsx|cts|mjs|cjs|js|dart|md|yml|yaml|prisma|sql|sh|html|css)$|(^|\/)(Dockerfile|nightly|run)$/
const SKIPPED = /(^|\/)(node_modules|dist|packed|generated|flutter\/build|\.git|\.throughline)$/
/** The list itself, the words' history, and the column "Also called" of the glossary. */
const EXCEPT = [
  'scripts/lib/retired-identifiers.mjs',
  'CHANGELOG.md',
  'docs/glossary.md',
  'docs/adr/0060-replaces-migrations-by-a-baseline.md',
  'packages/db/src/migrations/adopt-baseline.ts',
  'packages/db/test/fixtures/README.md',
  'packages/db/test/upgrade.test.ts',
  'packages/testkit/src/retired-words.test.ts',
]

const anyOf = (words, flags) =>
  new RegExp(`(?<![\\w-])(?:${words.join('|').replaceAll(' ', '\\s+')})(?![\\w-])`, flags)
const PHRASES = anyOf(Object.keys(RETIRED_PHRASES), 'gi')
const NAMES = anyOf(RETIRED_IDENTIFIERS, 'g')
/** The title of a test that is no sentence with the name of its group. */
const FRAGMENTS = /^\s*(?:it|test|\}?\]\))\(\s*['"`](of|with|whose|that|but|nor|also|too)\b/gim

const paths = process.argv.length > 2 ? process.argv.slice(2) : filesIn('')
const problems = paths.flatMap((path) =>
  problemsOf(path, readFileSync(resolve(root, path), 'utf8')),
)
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1

function problemsOf(path, text) {
  const found = [...text.matchAll(PHRASES)].map((match) => {
    const phrase = match[0].replaceAll(/\s+/g, ' ')
    return [match.index, `"${phrase}": write ${RETIRED_PHRASES[phrase.toLowerCase()]}`]
  })
  if (path.endsWith('.test.ts'))
    for (const match of text.matchAll(FRAGMENTS))
      found.push([match.index + 1, `a title must not begin with "${match[1]}"`])
  if (path.endsWith('.dart'))
    for (const match of text.matchAll(NAMES))
      found.push([match.index, `the retired name ${match[0]}`])
  return found.map(([at, what]) => `${path}:${text.slice(0, at).split('\n').length}: ${what}`)
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.test(path) ? [] : filesIn(path)
    return TEXT.test(path) && !EXCEPT.includes(path) ? [path] : []
  })
}
