import { createRandom } from '@throughline/testkit/seeded-random'
import { print } from '../print.js'
import { MIXES, type Mix } from './costs.js'
import { simulate, type Quantiles } from './simulate.js'
import {
  capacityOfOneMachine,
  capacityOfThreeMachines,
  loadOf,
  sizesFor,
  type Sizes,
} from './size-parts.js'

export interface ScalingOptions {
  rates: number[]
  seed: number
}

export const RATES = [10_000, 60_000, 200_000, 500_000, 1_000_000]

/** Requests in each simulation, within 5 to 60 seconds of simulated time. */
const REQUESTS = 100_000

/** Prints the tables of docs/scaling.md. */
export function runScaling({ rates, seed }: ScalingOptions): void {
  print(table(MACHINES_HEAD, MIXES.map(machineRow)))
  for (const mix of MIXES) {
    print(`\n${mix.name}: ${mix.description}\n`)
    print(
      table(
        SIZES_HEAD,
        rates.map((rate) => sizeRow(mix, rate)),
      ),
    )
    print('')
    print(
      table(
        SIMULATION_HEAD,
        rates.map((rate) => simulationRow(mix, rate, seed)),
      ),
    )
  }
}

const CORES = [2, 4, 8, 16]

export const MACHINES_HEAD = [
  'Events a minute',
  ...CORES.map((cores) => `one machine, ${cores} cores`),
  'three machines, 8 cores each',
]

export function machineRow(mix: Mix): string[] {
  return [
    mix.name,
    ...CORES.map((cores) => rounded(capacityOfOneMachine(mix, cores))),
    rounded(capacityOfThreeMachines(mix, 8)),
  ]
}

export const SIZES_HEAD = [
  'Events a minute',
  'API processes',
  'workers',
  'cores of PostgreSQL',
  'connections, direct',
  'through PgBouncer',
  'log, MB/s',
  'disk, GB a day',
]

export function sizeRow(mix: Mix, rate: number): string[] {
  const load = loadOf(mix, rate)
  const sizes = sizesFor(load)
  return [
    whole(rate),
    ...[sizes.apis, sizes.workers, sizes.postgresCores].map(String),
    ...connectionsOf(sizes).map(String),
    load.walMegabytesPerSecond.toFixed(1),
    whole(Math.round(load.diskGigabytesPerDay)),
  ]
}

export const SIMULATION_HEAD = [
  'Events a minute',
  'API',
  'worker',
  'PostgreSQL',
  'Redis',
  'click, p50 and p99 ms',
  'install',
  'first byte of a delivery',
]

export function simulationRow(mix: Mix, rate: number, seed: number): string[] {
  const requests = Object.values(mix.operations).reduce((sum, share) => sum + share, 0)
  const seconds = Math.min(60, Math.max(5, Math.round((REQUESTS * 60) / (rate * requests))))
  const random = createRandom(seed).fork(`${mix.name} ${rate}`)
  const sizes = sizesFor(loadOf(mix, rate))
  const { use, ...waits } = simulate({ mix, eventsPerMinute: rate, sizes, seconds, random })
  const percent = [use.api, use.worker, use.postgres, use.redis].map(
    (share) => `${(share * 100).toFixed(0)} %`,
  )
  return [whole(rate), ...percent, ...[waits.click, waits.install, waits.delivery].map(texts)]
}

/** With the queue in Redis: each process has its pool and one connection for LISTEN. */
function connectionsOf({ apis, workers }: Sizes): [direct: number, pooled: number] {
  const processes = apis + workers
  return [processes * (POOL_MAX + 1), processes + PGBOUNCERS * PGBOUNCER_POOL]
}

const POOL_MAX = 10
const PGBOUNCERS = 2
const PGBOUNCER_POOL = 25

export function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function texts({ p50Ms, p99Ms }: Quantiles): string {
  return `${p50Ms.toFixed(1)}, ${p99Ms.toFixed(1)}`
}

function rounded(value: number): string {
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1)
  return whole(Math.floor(value / digits) * digits)
}

function whole(value: number): string {
  return value.toLocaleString('en-US')
}
