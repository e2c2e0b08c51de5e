import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasRedisServer } from '@throughline/stack/redis'
import { newSeed } from '@throughline/testkit/seeded-random'
import { Command, Option } from 'commander'
import { buildBundles } from './bundles.js'
import { readCommit } from './commit.js'
import { findMutant, MUTANTS } from './mutants.js'
import { runScenario, type Result } from './run-scenario.js'
import { findScenario, SCENARIOS } from './scenarios.js'
import type { Scenario } from './scenario.js'
import type { Backend } from './stores.js'
import { printSummary, readResults, saveResults } from './summary.js'
import { markdownTable } from './table.js'

interface Options {
  scenario?: string[]
  runs?: string
  seed?: string
  backend: Backend | 'both'
  mutant?: string
  full?: boolean
  save?: string
  table?: string
}

const program = new Command('chaos')
  .description(
    'Breaks an installation of its own on purpose and checks that nothing accepted is lost.\nWithout options: a selection that takes some 20 minutes.',
  )
  .option('--scenario <id...>', `only these: ${SCENARIOS.map(({ id }) => id).join(', ')}`)
  .option('--runs <n>', 'how many kills, restarts, events: what the scenario counts')
  .option('--seed <n>', 'repeats the run that printed it')
  .addOption(
    new Option('--backend <name>', 'where the queue is kept')
      .choices(['postgresql', 'redis', 'both'])
      .default('both'),
  )
  .option('--mutant <name>', `without a guarantee: ${MUTANTS.map(({ name }) => name).join(', ')}`)
  .option('--full', 'as often as a report needs; hours. More of one: --scenario C11 --runs 1800')
  .option('--save <file>', 'adds the results to this JSON file')
  .option('--table <file>', 'runs nothing: prints such a file as a table')
  .parse()

process.exitCode = await main(program.opts<Options>())

async function main(options: Options): Promise<number> {
  if (options.table !== undefined) {
    console.log(markdownTable(await readResults(options.table)))
    return 0
  }
  const home = await mkdtemp(join(tmpdir(), 'throughline-chaos-'))
  const results: Result[] = []
  try {
    const mutant = options.mutant === undefined ? null : findMutant(options.mutant)
    const bundles = await buildBundles(home, mutant)
    const of = { bundles, mutant: mutant?.name ?? null, commit: await readCommit() }
    for (const { scenario, backend } of plan(options)) {
      const seed = options.seed === undefined ? newSeed() : Number(options.seed)
      const runs = Number(options.runs ?? scenario.runs[options.full === true ? 'full' : 'quick'])
      results.push(await runScenario(scenario, { backend, seed, runs, ...of }))
      if (options.save !== undefined) await saveResults(options.save, results)
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
  printSummary(results)
  return results.every(({ isKept }) => isKept) ? 0 : 1
}

function plan(options: Options): { scenario: Scenario; backend: Backend }[] {
  const scenarios =
    options.scenario?.map(findScenario) ?? SCENARIOS.filter(({ runs }) => runs.quick > 0)
  const wanted: Backend[] = options.backend === 'both' ? ['postgresql', 'redis'] : [options.backend]
  if (wanted.includes('redis') && !hasRedisServer())
    throw new Error('There is no redis-server on PATH: install it, or say --backend postgresql')
  return scenarios.flatMap((scenario) =>
    wanted
      .filter((backend) => scenario.backends?.includes(backend) ?? true)
      .map((backend) => ({ scenario, backend })),
  )
}
