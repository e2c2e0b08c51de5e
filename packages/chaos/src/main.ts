import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { SCENARIOS } from './scenarios.js'

interface Options extends PlanOptions {
  seed?: string
  save?: string
  table?: string
}

const program = new Command('chaos')
  .description(
    'Breaks a separate installation on purpose and checks that nothing accepted is lost.\nWithout options: a selection that takes some 30 minutes.',
  )
  .option('--scenario <id...>', `only these: ${SCENARIOS.map(({ id }) => id).join(', ')}`)
  .option('--runs <n>', 'how many kills, restarts, events: what the scenario counts')
  .option('--seed <n>', 'repeats the run that printed it')
  .addOption(
    new Option('--backend <name>', 'where the queue is kept')
      .choices(['postgresql', 'redis', 'both'])
      .default('both'),
  )
  .option(
    '--mutant <name>',
    `without a guarantee, in the scenario that must fail: ${MUTANTS.map(({ name }) => name).join(', ')}`,
  )
  .option('--mutants', 'each of these once: succeeds when every one of them is noticed')
  .option('--full', 'as often as a report needs; hours. More of one: --scenario C11 --runs 1800')
  .option('--save <file>', 'adds the results to this JSON file')
  .option('--table <file>', 'runs nothing: prints such a file as tables')
  .parse()

process.exitCode = await main(program.opts<Options>())

async function main(options: Options): Promise<number> {
  if (options.table !== undefined) {
    console.log(markdownTables(await readResults(options.table)))
    return 0
  }
  const results = await runAll(options)
  printSummary(results)
  if (options.mutants === true) return areMutantsNoticed(results) ? 0 : 1
  return results.every(({ isKept }) => isKept) ? 0 : 1
}

async function runAll(options: Options): Promise<Result[]> {
  const home = await mkdtemp(join(tmpdir(), 'throughline-chaos-'))
  const results: Result[] = []
  const commit = await readCommit()
  const built = new Set<Planned['mutant']>()
  try {
    for (const { scenario, mutant, ...planned } of plan(options)) {
      const bundles = join(home, mutant?.name ?? 'whole')
      if (!built.has(mutant)) await buildBundles(bundles, ['api', 'worker'], mutant)
      built.add(mutant)
      const seed = options.seed === undefined ? newSeed() : Number(options.seed)
      const of = { ...planned, seed, bundles, mutant: mutant?.name ?? null, commit }
      results.push(await runScenario(scenario, of))
      if (options.save !== undefined) await saveResults(options.save, results)
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
  return results
}
