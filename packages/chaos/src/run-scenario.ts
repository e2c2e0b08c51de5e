import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '@throughline/testkit/installation/programs'
import { createRandom } from '@throughline/testkit/seeded-random'
import type { Finding, RedisKind, Scenario } from './scenario.js'
import type { Backend } from '@throughline/testkit/installation/stores'

export interface Result extends Finding {
  id: string
  title: string
  backend: Backend
  isPooled?: boolean
  /** Missing for one server. */
  redis?: RedisKind
  seed: number
  runs: number
  counts: string
  /** Missing in rows that were copied from docs/reliability.md. Their promises are only those that broke. */
  seconds?: number
  isKept: boolean
  mutant: string | null
  /** The command line that repeats the run. */
  command: string
  /** The commit of the run. Older files have none. */
  commit?: string
}

export interface RunOptions {
  backend: Backend
  isPooled: boolean
  redis: RedisKind
  seed: number
  runs: number
  bundles: string
  mutant: string | null
  commit: string
}

export async function runScenario(scenario: Scenario, options: RunOptions): Promise<Result> {
  const { backend, isPooled, redis, seed, runs, bundles, mutant, commit } = options
  const startedMs = performance.now()
  const say = (line: string) => {
    const seconds = Math.round((performance.now() - startedMs) / 1_000)
    console.log(`${String(seconds).padStart(5)} s  ${line}`)
  }
  const command = commandOf({ id: scenario.id, backend, isPooled, redis, runs, seed, mutant })
  console.log(`\n${scenario.id}  ${scenario.title}, on ${commit}\n${command}`)
  const finding = await scenario
    .run({ backend, isPooled, redis, random: createRandom(seed), runs, bundles, say })
    .catch(asBroken)
  for (const [name, figure] of Object.entries(finding.figures)) say(`${name}: ${figure}`)
  for (const { promise, isKept, found } of finding.promises)
    say(isKept ? `kept    ${promise} (${found})` : `BROKEN  ${promise}: ${found}`)
  return {
    ...finding,
    id: scenario.id,
    title: scenario.title,
    backend,
    ...(isPooled ? { isPooled } : {}),
    ...(redis === 'single' ? {} : { redis }),
    seed,
    runs,
    counts: scenario.counts,
    seconds: Math.round((performance.now() - startedMs) / 1_000),
    isKept: finding.promises.every(({ isKept }) => isKept),
    mutant,
    command,
    commit,
  }
}

/** Returns the command line that repeats a run with the same faults and seed. */
export function commandOf(
  result: Pick<Result, 'id' | 'backend' | 'isPooled' | 'redis' | 'runs' | 'seed' | 'mutant'>,
): string {
  const { id, backend, isPooled, redis = 'single', runs, seed, mutant } = result
  const pooled = isPooled === true ? ' --pgbouncer' : ''
  const on = redis === 'single' ? '' : ` --redis ${redis}`
  const without = mutant === null ? '' : ` --mutant ${mutant}`
  return `npm run chaos -- --scenario ${id} --backend ${backend}${pooled}${on} --runs ${runs} --seed ${seed}${without}`
}

function asBroken(error: unknown): Finding {
  const found = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { figures: {}, promises: [{ promise: 'the run completes', isKept: false, found }] }
}

/** Returns the commit, with `-dirty` if any file outside docs differs from it; `unknown` without a repository. */
export async function readCommit(): Promise<string> {
  try {
    const commit = await git('rev-parse', '--short', 'HEAD')
    // The results themselves are saved under docs.
    const changed = await git('status', '--porcelain', '--', '.', ':(exclude)docs')
    return changed === '' ? commit : `${commit}-dirty`
  } catch {
    return 'unknown'
  }
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: root })
  return stdout.trim()
}
