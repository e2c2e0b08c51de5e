import type { Random } from '@throughline/testkit/seeded-random'
import { quantile } from '../statistics.js'
import {
  CPU_MICROS,
  FLUSH_MICROS,
  RECEIVER,
  REDIS_MICROS_PER_DELIVERY,
  ROW_SHARE,
  STATEMENT_MICROS,
  type Mix,
  type Operation,
} from './costs.js'
import { createEventLoop, type EventLoop } from './event-loop.js'
import { SLOTS_PER_WORKER, type Sizes } from './size-parts.js'
import {
  createBatches,
  createSlots,
  createStation,
  type BatchSettings,
  type Station,
} from './stations.js'

export interface Simulation {
  mix: Mix
  eventsPerMinute: number
  sizes: Sizes
  seconds: number
  random: Random
}

export interface Simulated {
  /** Share of the cores that was busy. */
  use: { api: number; worker: number; postgres: number; redis: number }
  /** Until the redirect or page, with the click on disk. */
  click: Quantiles
  /** Until the response to an install, with the decision on disk. */
  install: Quantiles
  /** From the commit to the first byte of the first attempt. */
  delivery: Quantiles
}

export interface Quantiles {
  p50Ms: number
  p99Ms: number
}

/** One second of five has one and a half times the mean rate. */
const BURST = { everyMicros: 5e6, lastsMicros: 1e6, factor: 1.5, otherwise: 0.875 }

type Rows = Pick<BatchSettings, 'maxRows' | 'waitMicros'>
const DELIVERY_ROWS = { maxRows: 50, waitMicros: 4_000 }

type Request = Exclude<Operation, 'delivery'>

function isInstall(operation: Operation): boolean {
  return operation === 'matchedInstall' || operation === 'unmatchedInstall'
}

/** An open network of queues: requests arrive whether or not the parts keep up. Service times are exponential. */
export function simulate(simulation: Simulation): Simulated {
  const { mix, eventsPerMinute, sizes, seconds, random } = simulation
  const loop = createEventLoop()
  const postgres = createStation(loop, sizes.postgresCores)
  const redis = createStation(loop, 1)
  const parts: Parts = { loop, random, postgres }
  const apis = Array.from({ length: sizes.apis }, () => createApi(parts))
  const workers = Array.from({ length: sizes.workers }, () => createWorker(parts))
  const slots = createSlots(sizes.workers * SLOTS_PER_WORKER)
  const waits: Record<'click' | 'install' | 'delivery', number[]> = {
    click: [],
    install: [],
    delivery: [],
  }
  const deliver = () => {
    const dueAt = loop.now()
    const onFirstByte = () => waits.delivery.push(loop.now() - dueAt)
    redis.serve(exponential(random, REDIS_MICROS_PER_DELIVERY), () =>
      slots.acquire((release) => random.pick(workers).attempt(onFirstByte, release)),
    )
  }
  const request = (operation: Request) => {
    const startedAt = loop.now()
    random.pick(apis).handle(operation, () => {
      waits[isInstall(operation) ? 'install' : 'click'].push(loop.now() - startedAt)
      if (operation === 'matchedInstall') deliver()
    })
  }
  for (const [operation, share] of Object.entries(mix.operations) as [Operation, number][])
    // The deliveries follow their installs.
    if (operation !== 'delivery')
      arrive(parts, (eventsPerMinute / 60e6) * share, () => request(operation))
  loop.runUntil(seconds * 1e6)
  const use = (stations: Station[], cores: number) =>
    stations.reduce((sum, one) => sum + one.busyMicros(), 0) / (cores * seconds * 1e6)
  return {
    use: {
      api: use(
        apis.map(({ cpu }) => cpu),
        sizes.apis,
      ),
      worker: use(
        workers.map(({ cpu }) => cpu),
        sizes.workers,
      ),
      postgres: use([postgres], sizes.postgresCores),
      redis: use([redis], 1),
    },
    click: quantilesOf(waits.click),
    install: quantilesOf(waits.install),
    delivery: quantilesOf(waits.delivery),
  }
}

interface Parts {
  loop: EventLoop
  random: Random
  postgres: Station
}

/** @param perMicro the mean number of arrivals in a microsecond */
function arrive({ loop, random }: Parts, perMicro: number, run: () => void): void {
  const next = () => {
    const isBurst = loop.now() % BURST.everyMicros < BURST.lastsMicros
    const rate = perMicro * (isBurst ? BURST.factor : BURST.otherwise)
    loop.after(exponential(random, 1 / rate), () => {
      run()
      next()
    })
  }
  next()
}

const ROWS_AT_ONCE = { maxRows: 200, waitMicros: 0 }

/** @param flushMicros how long a commit waits for the disk */
function createStatements({ loop, postgres }: Parts, settings: Rows, flushMicros: number) {
  return createBatches(loop, {
    ...settings,
    run: (micros, done) =>
      postgres.serve(STATEMENT_MICROS + micros, () => loop.after(flushMicros, done)),
  })
}

function createApi(parts: Parts) {
  const cpu = createStation(parts.loop, 1)
  const clicks = createStatements(parts, ROWS_AT_ONCE, FLUSH_MICROS)
  // An install reads what it is compared with, and then writes the decision.
  const reads = createStatements(parts, ROWS_AT_ONCE, 0)
  const writes = createStatements(parts, ROWS_AT_ONCE, FLUSH_MICROS)
  return {
    cpu,
    handle: (operation: Request, done: () => void) => {
      const { process, postgres } = CPU_MICROS[operation]
      const micros = postgres * ROW_SHARE
      cpu.serve(exponential(parts.random, process), () => {
        if (isInstall(operation)) reads.add(micros / 2, () => writes.add(micros / 2, done))
        else clicks.add(micros, done)
      })
    },
  }
}

function createWorker(parts: Parts) {
  const { loop, random } = parts
  const cpu = createStation(loop, 1)
  const claims = createStatements(parts, DELIVERY_ROWS, 0)
  const results = createStatements(parts, DELIVERY_ROWS, FLUSH_MICROS)
  const { process, postgres } = CPU_MICROS.delivery
  const micros = (postgres * ROW_SHARE) / 2
  return {
    cpu,
    attempt: (onFirstByte: () => void, onRecorded: () => void) =>
      claims.add(micros, () =>
        cpu.serve(exponential(random, process), () => {
          onFirstByte()
          loop.after(receiverMicros(random), () => results.add(micros, onRecorded))
        }),
      ),
  }
}

function exponential(random: Random, mean: number): number {
  return -Math.log(1 - random.next()) * mean
}

function receiverMicros(random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  return 1_000 * RECEIVER.medianMs * Math.exp(RECEIVER.sigma * normal)
}

function quantilesOf(micros: number[]): Quantiles {
  return { p50Ms: quantile(micros, 0.5) / 1_000, p99Ms: quantile(micros, 0.99) / 1_000 }
}
