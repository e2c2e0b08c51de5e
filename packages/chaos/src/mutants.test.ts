import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root } from '@throughline/testkit/installation/programs'
import { hasNoticed, MUTANTS } from './mutants.js'
import { SCENARIOS } from './scenarios.js'

describe('the mutants', () => {
  it('each replace exactly one line', () => {
    expect(markedLines().toSorted()).toEqual(MUTANTS.map(({ name }) => name).toSorted())
  })

  it.each(MUTANTS)('$name has a scenario that must fail', ({ failsIn }) => {
    expect(SCENARIOS.map(({ id }) => id)).toContain(failsIn)
  })

  it('break the promise that they are made for, and no other', () => {
    const [mutant] = MUTANTS
    if (mutant === undefined) throw new Error('the list of mutants is empty')
    const noticed = (promise: string, isKept: boolean) =>
      hasNoticed(mutant, { promises: [{ promise, isKept, found: '' }] })
    expect(noticed(mutant.breaks, false)).toBe(true)
    expect(noticed(mutant.breaks, true)).toBe(false)
    expect(noticed('the run completes', false)).toBe(false)
  })
})

/** The mutants that the sources name, one for each marked line. */
function markedLines(): string[] {
  return listSources().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\/\/ mutant: (\S+)$/gm)].map(([, name]) => name ?? ''),
  )
}

function listSources(): string[] {
  const folders = ['apps', 'packages'].flatMap((part) =>
    readdirSync(join(root, part)).map((name) => join(root, part, name, 'src')),
  )
  return folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { encoding: 'utf8', recursive: true })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  )
}
