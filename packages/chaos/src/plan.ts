import { hasRedisServer } from '@throughline/stack/redis'
import { hasRedisTools } from '@throughline/testkit/redis-node'
import { findMutant, MUTANTS, type Mutant } from './mutants.js'
import { findScenario, SCENARIOS } from './scenarios.js'
import type { RedisKind, Scenario } from './scenario.js'
import type { Backend } from '@throughline/testkit/installation/stores'

export interface PlanOptions {
  scenario?: string[]
  runs?: string
  backend: Backend | 'both'
  redis?: RedisKind
  mutant?: string
  mutants?: boolean
  full?: boolean
}

export interface Planned {
  scenario: Scenario
  backend: Backend
  runs: number
  mutant: Mutant | null
}

/**
 * Returns which scenarios run on which backend. A mutant runs on the first backend. @throws Error for an unknown name
 * or a missing Redis
 */
export function plan(options: PlanOptions): Planned[] {
  if (options.mutants === true) return MUTANTS.flatMap((mutant) => planMutant(options, mutant))
  if (options.mutant === undefined) return planScenarios(options, null)
  const mutant = findMutant(options.mutant)
  return options.scenario === undefined
    ? planMutant(options, mutant)
    : planScenarios(options, mutant)
}

function planMutant(options: PlanOptions, mutant: Mutant): Planned[] {
  const { failsIn, runs } = mutant
  const once = { ...options, scenario: [failsIn], runs: options.runs ?? String(runs) }
  return planScenarios(once, mutant).slice(0, 1)
}

function planScenarios(options: PlanOptions, mutant: Mutant | null): Planned[] {
  const scenarios =
    options.scenario?.map(findScenario) ?? SCENARIOS.filter(({ runs }) => runs.quick > 0)
  const wanted = backendsOf(options)
  const { redis = 'single' } = options
  return scenarios.flatMap((scenario) =>
    wanted
      .filter((backend) => scenario.backends?.includes(backend) ?? true)
      .filter((backend) => backend !== 'redis' || (scenario.redis?.includes(redis) ?? true))
      .map((backend) => ({
        scenario,
        backend,
        mutant,
        runs: Number(options.runs ?? runsOf(scenario, options)),
      })),
  )
}

function backendsOf({ backend, redis = 'single' }: PlanOptions): Backend[] {
  if (redis !== 'single') {
    if (!hasRedisTools())
      throw new Error('PATH lacks redis-server, redis-sentinel or redis-cli. Install them.')
    return ['redis']
  }
  const wanted: Backend[] = backend === 'both' ? ['postgresql', 'redis'] : [backend]
  if (wanted.includes('redis') && !hasRedisServer())
    throw new Error('PATH contains no redis-server. Install it, or use --backend postgresql.')
  return wanted
}

/** A scenario without a short form, named by itself, runs at full length. */
function runsOf({ runs }: Scenario, { full }: PlanOptions): number {
  return full === true || runs.quick === 0 ? runs.full : runs.quick
}
