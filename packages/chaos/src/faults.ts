import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault as LineFault, FaultProxy } from '@throughline/testkit/fault-proxy'
import type { Random } from '@throughline/testkit/seeded-random'
import type { Fault } from './lanes.js'
import type { Service } from '@throughline/testkit/installation/service'
import type { RedisStore, Store } from '@throughline/testkit/installation/stores'
import type { ChaosInstallation } from './installation.js'
import { letIn, turnOff, type Hostile } from './webhook-faults.js'

export interface Surroundings {
  stores: Line[]
  receivers: Line[]
  hostile: Hostile[]
}

export interface Line {
  proxy: FaultProxy
  name: string
}

/** Two disturbances of a receiver must not fall into one retry schedule: a failure then would prove no bug. */
const RECEIVER_REST_MS = 40_000
const MOST_WRONG_MS = 600_000

export function chooseFault(
  installation: ChaosInstallation,
  around: Surroundings,
  random: Random,
): Fault {
  const { endpoints, postgres, redis } = installation
  const services = [...installation.apis, ...installation.workers]
  const kinds: (() => Fault)[] = [
    () => killed(random.pick(services)),
    () => killed(random.pick(installation.workers)),
    () => stopped(random.pick(services)),
    () => frozen(random.pick(services), random.integer(2_000, 25_000)),
    // Longer than the lease, so that other workers have repeated its attempts.
    () => frozen(random.pick(installation.workers), random.integer(25_000, 40_000)),
    () => wrongClock(random.pick(services), random),
    () => away(postgres, 'PostgreSQL', random.integer(1_000, 8_000)),
    () => away(postgres, 'PostgreSQL', random.integer(1_000, 8_000)),
    () => disturbed(random.pick(around.stores), random),
    () => disturbed(random.pick(around.stores), random),
    () => disturbed(random.pick(around.stores), random),
    () => ({ ...disturbed(random.pick(around.receivers), random), restMs: RECEIVER_REST_MS }),
    () => turnOff(installation, random.pick(endpoints), random.integer(500, 6_000)),
    () => letIn(installation, random.pick(around.hostile), random.integer(3_000, 12_000)),
  ]
  if (redis !== null)
    kinds.push(
      () => away(redis, 'Redis', random.integer(1_000, 12_000)),
      () => away(redis, 'Redis', random.integer(1_000, 12_000)),
      () => wiped(redis, random.chance(0.5)),
    )
  return random.pick(kinds)()
}

function killed(service: Service): Fault {
  return {
    name: `kill -9 ${service.name}`,
    target: service.name,
    run: async () => {
      await service.kill()
      await service.start()
    },
  }
}

function stopped(service: Service): Fault {
  return {
    name: `SIGTERM ${service.name}`,
    target: service.name,
    run: async () => {
      await service.end('SIGTERM')
      await service.start()
    },
  }
}

function frozen(service: Service, forMs: number): Fault {
  return {
    name: `SIGSTOP ${service.name} for ${forMs} ms`,
    target: service.name,
    run: async () => {
      service.signal('SIGSTOP')
      await sleep(forMs)
      service.signal('SIGCONT')
    },
  }
}

function wrongClock(service: Service, random: Random): Fault {
  const byMs = random.integer(-MOST_WRONG_MS, MOST_WRONG_MS)
  const forMs = random.integer(3_000, 15_000)
  return {
    name: `${service.name} starts again with its clock wrong by ${byMs} ms, for ${forMs} ms`,
    target: service.name,
    run: async () => {
      await service.end('SIGTERM')
      await service.start(byMs)
      await sleep(forMs)
      await service.end('SIGTERM')
      await service.start()
    },
  }
}

function away(store: Store, name: string, forMs: number): Fault {
  return {
    name: `${name} stopped in immediate mode, back after ${forMs} ms`,
    target: name,
    run: async () => {
      await store.stop('immediate')
      await sleep(forMs)
      await store.start()
    },
  }
}

function wiped(redis: RedisStore, isRestart: boolean): Fault {
  return {
    name: isRestart ? 'Redis restarted empty' : 'FLUSHALL',
    target: 'Redis',
    run: async () => {
      if (!isRestart) return redis.wipe()
      await redis.forget()
      await redis.start()
    },
  }
}

function disturbed({ proxy, name }: Line, random: Random): Fault {
  const fault = drawFault(random)
  const forMs = random.integer(500, 6_000)
  return {
    name: `${fault.kind} on the line ${name}, ${forMs} ms`,
    target: `the line ${name}`,
    run: async () => {
      proxy.inject(fault)
      await sleep(forMs)
      await proxy.heal()
    },
  }
}

function drawFault(random: Random): LineFault {
  const direction = random.pick(['to-server', 'to-client'] as const)
  return random.pick<LineFault>([
    { kind: 'latency', ms: random.integer(20, 300), jitterMs: random.integer(0, 100) },
    { kind: 'blackhole' },
    { kind: 'reset' },
    { kind: 'half-open' },
    { kind: 'cut-after', direction, minBytes: 1, maxBytes: 20_000 },
  ])
}
