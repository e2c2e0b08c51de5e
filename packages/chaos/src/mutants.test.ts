import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root } from './bundles.js'
import { hasNoticed, MUTANTS } from './mutants.js'
import { SCENARIOS } from './scenarios.js'

describe('the mutants', () => {
  it.each(MUTANTS)('$name still has what it switches off', ({ file, find }) => {
    expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2)
  })

  it.each(MUTANTS)('$name has a scenario to fail in', ({ failsIn }) => {
    expect(SCENARIOS.map(({ id }) => id)).toContain(failsIn)
  })

  it('are noticed by the promise that they must break, and by no other', () => {
    const [mutant] = MUTANTS
    if (mutant === undefined) throw new Error('there are none')
    const noticed = (promise: string, isKept: boolean) =>
      hasNoticed(mutant, { promises: [{ promise, isKept, found: '' }] })
    expect(noticed(mutant.breaks, false)).toBe(true)
    expect(noticed(mutant.breaks, true)).toBe(false)
    expect(noticed('the run comes to its end', false)).toBe(false)
  })
})
