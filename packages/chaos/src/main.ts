import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildBundles } from '@throughline/testkit/installation/programs'
import { newSeed } from '@throughline/testkit/seeded-random'
import { Command, Option } from 'commander'
import { MUTANTS } from './mutants.js'
import { plan, type Planned, type PlanOptions } from './plan.js'
import { readCommit, runScenario, type Result } from './run-scenario.js'
import {
  areMutantsNoticed,
  markdownTables,
  printSummary,
  readResults,
  saveResults,
} from './results.js'
import type { RedisKind } from './scenario.js'
import { SCENARIOS } from './scenarios.js'

interface Options extends PlanOptions {
  redis: RedisKind
  pgbouncer?: boolean
  seed?: string
  save?: string
  table?: string
  bundles?: string
}

/** The exit code if this machine lacks something for a scenario, and the others kept their promises. */
const SKIPPED = 77

const program = new Command('chaos')
  .description(
    'Injects faults into a separate installation and verifies that no accepted event is lost.\nWithout options: a selection of scenarios that takes about 30 minutes.',
  )
  .option('--scenario <id...>', `only these scenarios: ${SCENARIOS.map(({ id }) => id).join(', ')}`)
  .option('--runs <n>', 'how many kills, restarts or events, depending on the scenario')
  .option('--seed <n>', 'repeats the run that printed this seed')
  .addOption(
    new Option('--backend <name>', 'where the queue is kept')
      .choices(['postgresql', 'redis', 'both'])
      .default('both'),
  )
  .option('--pgbouncer', 'with PgBouncer in transaction mode in front of PostgreSQL')
  .addOption(
    new Option('--redis <kind>', 'how Redis runs; a group has TLS and a user')
      .choices(['single', 'cluster', 'sentinel'])
      .default('single'),
  )
  .option(
    '--mutant <name>',
    `removes one guarantee and runs the scenario that must fail: ${MUTANTS.map(({ name }) => name).join(', ')}`,
  )
  .option('--mutants', 'runs each mutant once; succeeds if each run breaks its promise')
  .option(
    '--full',
    'the lengths of the report; takes hours. Longer still: --scenario C11 --runs 1800',
  )
  .option('--save <file>', 'adds the results to this JSON file')
  .option(
    '--bundles <folder>',
    'uses the bundles of scripts/build.mjs --out instead of building them',
  )
  .option('--table <file>', 'runs nothing; prints a file of --save as tables')
  .parse()

process.exitCode = await main(program.opts<Options>())

async function main(options: Options): Promise<number> {
  if (options.table !== undefined) {
    console.log(markdownTables(await readResults(options.table)))
    return 0
  }
  const planned = plan(options)
  const ready = planned.filter(canRun)
  const results = await runAll(ready, options)
  printSummary(results)
  const isRight =
    options.mutants === true ? areMutantsNoticed(results) : results.every(({ isKept }) => isKept)
  if (!isRight) return 1
  return ready.length === planned.length ? 0 : SKIPPED
}

async function runAll(ready: Planned[], options: Options): Promise<Result[]> {
  const home = await mkdtemp(join(tmpdir(), 'throughline-chaos-'))
  const results: Result[] = []
  const commit = await readCommit()
  const built = new Set<Planned['mutant']>()
  try {
    for (const { scenario, mutant, ...planned } of ready) {
      const given = mutant === null ? options.bundles : undefined
      const bundles = resolve(given ?? join(home, mutant?.name ?? 'whole'))
      if (given === undefined && !built.has(mutant))
        await buildBundles(bundles, ['api', 'worker'], mutant)
      built.add(mutant)
      const seed = options.seed === undefined ? newSeed() : Number(options.seed)
      const isPooled = options.pgbouncer === true
      const of = {
        ...planned,
        isPooled,
        redis: options.redis,
        seed,
        bundles,
        mutant: mutant?.name ?? null,
        commit,
      }
      results.push(await runScenario(scenario, of))
      if (options.save !== undefined) await saveResults(options.save, results)
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
  return results
}

/** Says what this machine lacks for a scenario, which is then skipped. */
function canRun({ scenario, backend }: Planned): boolean {
  const missing = scenario.missing?.() ?? null
  if (missing !== null) console.log(`\n${scenario.id}  skipped on ${backend}: ${missing}`)
  return missing === null
}
