import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root } from './bundles.js'
import { MUTANTS } from './mutants.js'
import { SCENARIOS } from './scenarios.js'

describe('the mutants', () => {
  it.each(MUTANTS)('$name still has what it switches off', ({ file, find }) => {
    expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2)
  })

  it.each(MUTANTS)('$name has a scenario to fail in', ({ failsIn }) => {
    expect(SCENARIOS.map(({ id }) => id)).toContain(failsIn)
  })
})
