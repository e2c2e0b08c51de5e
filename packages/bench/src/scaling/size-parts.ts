import { BYTES, CPU_MICROS, RECEIVER, REDIS_MICROS_PER_DELIVERY } from './costs.js'
import type { Mix, Operation } from './costs.js'

/** Share of a part that is in use at the mean rate. The rest is for bursts, a lost machine and a roll-out. */
export const TARGET_USE = 0.5

export const SLOTS_PER_WORKER = 200

/** The statements of many processes have fewer rows than those of the one that was measured. */
const SMALL_STATEMENTS = 1.5

export interface Sizes {
  apis: number
  workers: number
  postgresCores: number
}

export interface Load {
  /** Cores in use. */
  api: number
  worker: number
  postgres: number
  redis: number
  deliveriesInFlight: number
  walMegabytesPerSecond: number
  diskGigabytesPerDay: number
}

export function loadOf(mix: Mix, eventsPerMinute: number): Load {
  const perSecond = eventsPerMinute / 60
  const entries = Object.entries(mix.operations) as [Operation, number][]
  const sum = (of: (operation: Operation) => number) =>
    entries.reduce((total, [operation, share]) => total + perSecond * share * of(operation), 0)
  const deliveries = perSecond * (mix.operations.delivery ?? 0)
  const isDelivery = (operation: Operation) => operation === 'delivery'
  return {
    api: sum((one) => (isDelivery(one) ? 0 : CPU_MICROS[one].process)) / 1e6,
    worker: sum((one) => (isDelivery(one) ? CPU_MICROS[one].process : 0)) / 1e6,
    postgres: sum((one) => CPU_MICROS[one].postgres) / 1e6,
    redis: (deliveries * REDIS_MICROS_PER_DELIVERY) / 1e6,
    deliveriesInFlight: (deliveries * meanReceiverMs()) / 1_000,
    walMegabytesPerSecond: sum((one) => BYTES[one].wal) / 1e6,
    diskGigabytesPerDay: (sum((one) => BYTES[one].disk) * 86_400) / 1e9,
  }
}

/** At least two of each process, so that one may fail. */
export function sizesFor(load: Load): Sizes {
  const atLeast = (cores: number) => Math.max(2, Math.ceil(cores / TARGET_USE))
  return {
    apis: atLeast(load.api),
    workers: Math.max(atLeast(load.worker), atLeast(load.deliveriesInFlight / SLOTS_PER_WORKER)),
    postgresCores: atLeast(load.postgres * SMALL_STATEMENTS),
  }
}

/** Events a minute that a machine with so many cores carries with everything on it. */
export function capacityOfOneMachine(mix: Mix, cores: number): number {
  const { api, worker, postgres, redis } = loadOf(mix, 60_000)
  const used = api + worker + postgres * SMALL_STATEMENTS + redis
  return Math.floor((60_000 * cores * TARGET_USE) / used)
}

/** PostgreSQL and Redis on one machine, APIs and workers on two others, of which one may fail. */
export function capacityOfThreeMachines(mix: Mix, cores: number): number {
  const { api, worker, postgres, redis } = loadOf(mix, 60_000)
  const stores = (cores * TARGET_USE) / (postgres * SMALL_STATEMENTS + redis)
  const processes = (2 * cores * TARGET_USE) / (api + worker)
  return Math.floor(60_000 * Math.min(stores, processes))
}

function meanReceiverMs(): number {
  return RECEIVER.medianMs * Math.exp(RECEIVER.sigma ** 2 / 2)
}
