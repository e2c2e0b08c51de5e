import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault, FaultProxy } from '@throughline/testkit/fault-proxy'
import type { Random } from '@throughline/testkit/seeded-random'
import type { ServiceProcess } from './service-process.js'
import type { RedisStore, Store } from './stores.js'
import type { Trial } from './trial.js'

/** The lines between the parts of an installation. */
export interface Network {
  stores: { proxy: FaultProxy; name: string }[]
  receivers: { proxy: FaultProxy; name: string }[]
}

export interface ChosenFault {
  name: string
  /** Does it, and undoes it. */
  run: () => Promise<void>
}

/** Draws what goes wrong next. */
export function chooseFault({ there }: Trial, network: Network, random: Random): ChosenFault {
  const { postgres, redis } = there.stores
  const services = [...there.apis, ...there.workers]
  const kinds: (() => ChosenFault)[] = [
    () => killed(random.pick(services)),
    () => killed(random.pick(there.workers)),
    () => stopped(random.pick(services)),
    () => frozen(random.pick(services), random.integer(2_000, 25_000)),
    () => away(postgres, 'PostgreSQL', random.integer(1_000, 8_000)),
    () => disturbed(random.pick(network.stores), random),
    () => disturbed(random.pick(network.stores), random),
    () => disturbed(random.pick(network.receivers), random),
  ]
  if (redis !== null)
    kinds.push(
      () => away(redis, 'Redis', random.integer(1_000, 12_000)),
      () => wiped(redis, random.chance(0.5)),
    )
  return random.pick(kinds)()
}

function killed(service: ServiceProcess): ChosenFault {
  return {
    name: `kill -9 ${service.name}`,
    run: async () => {
      await service.kill()
      await service.start()
    },
  }
}

function stopped(service: ServiceProcess): ChosenFault {
  return {
    name: `SIGTERM ${service.name}`,
    run: async () => {
      await service.end('SIGTERM')
      await service.start()
    },
  }
}

function frozen(service: ServiceProcess, forMs: number): ChosenFault {
  return {
    name: `SIGSTOP ${service.name} for ${forMs} ms`,
    run: async () => {
      service.signal('SIGSTOP')
      await sleep(forMs)
      service.signal('SIGCONT')
    },
  }
}

function away(store: Store, name: string, forMs: number): ChosenFault {
  return {
    name: `${name} ended at once, back after ${forMs} ms`,
    run: async () => {
      await store.stop('immediate')
      await sleep(forMs)
      await store.start()
    },
  }
}

function wiped(redis: RedisStore, isRestart: boolean): ChosenFault {
  return {
    name: isRestart ? 'Redis restarted empty' : 'FLUSHALL',
    run: async () => {
      if (!isRestart) return redis.wipe()
      await redis.forget()
      await redis.start()
    },
  }
}

function disturbed({ proxy, name }: Network['stores'][number], random: Random): ChosenFault {
  const fault = drawFault(random)
  const forMs = random.integer(500, 6_000)
  return {
    name: `${fault.kind} on the line ${name}, ${forMs} ms`,
    run: async () => {
      proxy.inject(fault)
      await sleep(forMs)
      await proxy.heal()
    },
  }
}

function drawFault(random: Random): Fault {
  const direction = random.pick(['to-server', 'to-client'] as const)
  return random.pick<Fault>([
    { kind: 'latency', ms: random.integer(20, 300), jitterMs: random.integer(0, 100) },
    { kind: 'blackhole' },
    { kind: 'reset' },
    { kind: 'half-open' },
    { kind: 'cut-after', direction, minBytes: 1, maxBytes: 20_000 },
  ])
}
