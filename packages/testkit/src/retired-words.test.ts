import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const SCRIPT = join(import.meta.dirname, '../../../scripts/retired-words.mjs')
const folder = mkdtempSync(join(tmpdir(), 'throughline-words-'))
let problems: string[]

const FOUND: [what: string, name: string, text: string, problem: string][] = [
  ['a page', 'page.md', 'One line\nHe counts from a Tally.', ':2: "Tally": write click delta'],
  ['a title', 'a.test.ts', `it('rejects all, but for one', `, '"but for": write except'],
  ['a phrase on two lines', 'b.md', 'It is given\nback.', ':1: "given back": write released'],
  [
    'a fragment as a title',
    'c.test.ts',
    `it(\n  'whose body is large',`,
    'must not begin with "whose"',
  ],
  ['a name in Dart', 'd.dart', 'final fateOf = 1;', 'the retired name fateOf'],
]
const ACCEPTED: [what: string, name: string, text: string][] = [
  ['longer words', 'e.md', 'totally, talliest, tally-ho'],
  ['a retired name as a word of a page', 'f.md', 'It ends quietly.'],
]

beforeAll(() => {
  const files = [...FOUND, ...ACCEPTED].map(([, name, text]) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  })
  const { stderr } = spawnSync(process.execPath, [SCRIPT, ...files], { encoding: 'utf8' })
  problems = stderr.trim().split('\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the check of retired words', () => {
  it.each(FOUND)('finds one in %s', (_where, name, _text, problem) => {
    const found = problems.filter((one) => one.startsWith(join(folder, name)))
    expect(found).toEqual([expect.stringContaining(problem)])
  })

  it.each(ACCEPTED)('accepts %s', (_what, name) => {
    expect(problems.filter((one) => one.startsWith(join(folder, name)))).toEqual([])
  })
})
