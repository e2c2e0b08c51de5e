import { describe, expect, it } from '@jest/globals'
import { MUTANTS } from './mutants.js'
import { plan, type PlanOptions } from './plan.js'
import { findScenario } from './scenarios.js'

const POSTGRESQL: PlanOptions = { backend: 'postgresql' }

const planned = (options: PlanOptions) =>
  plan(options).map(({ scenario, mutant, runs }) => [scenario.id, mutant?.name ?? null, runs])

describe('the plan', () => {
  it('is by default the selection: all quick scenarios on their backends', () => {
    const ids = plan(POSTGRESQL).map(({ scenario }) => scenario.id)
    expect(ids).toContain('C2')
    expect(ids).not.toContain('C12')
    expect(ids).not.toContain('C4')
  })

  it('runs a scenario without a short form at full length when it is named', () => {
    const [[id, , runs] = []] = planned({ ...POSTGRESQL, scenario: ['C12'] })
    expect([id, runs]).toEqual(['C12', findScenario('C12').runs.full])
  })

  it('runs a mutant in the scenario that must fail, as often as necessary', () => {
    expect(planned({ ...POSTGRESQL, mutant: 'no-token' })).toEqual([['C7', 'no-token', 1]])
    expect(planned({ ...POSTGRESQL, mutant: 'no-token', runs: '3' })).toEqual([
      ['C7', 'no-token', 3],
    ])
  })

  it('runs a mutant in another scenario when that is named', () => {
    const options = { ...POSTGRESQL, mutant: 'no-outbox', scenario: ['c3', 'C2'], runs: '4' }
    expect(planned(options)).toEqual([
      ['C3', 'no-outbox', 4],
      ['C2', 'no-outbox', 4],
    ])
  })

  it('has each mutant once, except where its scenario does not apply to the backend', () => {
    const all = MUTANTS.filter(({ failsIn }) => !['C4', 'C16'].includes(failsIn)).map(
      ({ name }) => name,
    )
    expect(planned({ ...POSTGRESQL, mutants: true }).map(([, name]) => name)).toEqual(all)
  })

  it('rejects unknown names', () => {
    expect(() => plan({ ...POSTGRESQL, mutant: 'no-such' })).toThrow('There are no-outbox')
    expect(() => plan({ ...POSTGRESQL, scenario: ['C99'] })).toThrow('There are C1')
  })
})
