import { startFaultProxy } from '@throughline/testkit/fault-proxy'
import type { Behaviour } from '@throughline/testkit/event-log/receiver'
import { chooseFault, type Line, type Surroundings } from '../faults.js'
import { countOverlapping, runLanes, type Faulted } from '../lanes.js'
import { promise, type RunContext, type Scenario } from '../scenario.js'
import type { ChaosInstallation } from '../installation.js'
import { underLoad } from '../usual-promises.js'
import { removeHostile, startHostile, subscribeHostile } from '../webhook-faults.js'

const RATE = 20
const LANES = 2
const CALM_MS = [1_500, 6_000] as const
const MAX_DUPLICATES = 0.01
/** Failed attempts are retried after 4, 16 and 64 s: one network fault must not use up a whole schedule. */
const RETRY_BASE_MS = 4_000
const FLAKY: Behaviour[] = [
  { delayMs: [20, 200], failFirst: [0, 1] },
  { delayMs: [5, 50], failFirst: [0, 0] },
]

export const mixed: Scenario = {
  id: 'C11',
  title: 'all faults, in two concurrent sequences by seed',
  counts: 's',
  redis: ['single'],
  runs: { quick: 60, full: 600 },
  run: async (context) => {
    const lines = { stores: [] as Line[], receivers: [] as Line[] }
    const through = async (url: string, list: Line[], name: string) => {
      const proxy = await startFaultProxy(url, { seed: context.random.fork(name).seed })
      list.push({ proxy, name })
      // A fixed order, independent of which was ready first.
      list.sort((one, other) => (one.name < other.name ? -1 : 1))
      return proxy.url
    }
    const options = {
      // Only deliveries in flight when a process ends may be sent twice.
      env: {
        DELIVERY_CONCURRENCY: '40',
        DELIVERY_MAX_PER_WEBHOOK: '20',
        RETRY_BASE_MS: String(RETRY_BASE_MS),
      },
      endpoints: FLAKY,
      reach: (url: string, service: string) =>
        through(url, lines.stores, `${service} to ${new URL(url).protocol}`),
      reachReceiver: (url: string) => through(url, lines.receivers, `to ${new URL(url).pathname}`),
    }
    try {
      return await underLoad(context, options, async (installation) => {
        const faults = await breakThings(installation, lines, context)
        return ({ duplicates, expected }) => ({
          figures: { faults: faults.length, 'overlapped faults': countOverlapping(faults) },
          promises: [
            promise(
              'duplicates ≤ 1 %',
              duplicates <= Math.floor(expected * MAX_DUPLICATES),
              `${duplicates} of ${expected}`,
            ),
          ],
        })
      })
    } finally {
      for (const { proxy } of [...lines.stores, ...lines.receivers]) await proxy.close()
    }
  },
}

async function breakThings(
  installation: ChaosInstallation,
  lines: Pick<Surroundings, 'stores' | 'receivers'>,
  { random, runs, say }: RunContext,
): Promise<Faulted[]> {
  const hostileReceivers = await startHostile(installation, random.seed)
  try {
    const hostile = await subscribeHostile(installation, hostileReceivers)
    installation.client.setRate(RATE)
    const faults = await runLanes({
      lanes: LANES,
      random: random.fork('faults'),
      forMs: runs * 1_000,
      calmMs: CALM_MS,
      draw: (drawn) => chooseFault(installation, { ...lines, hostile }, drawn),
      say,
    })
    for (const { proxy } of [...lines.stores, ...lines.receivers]) await proxy.heal()
    await removeHostile(installation, hostile)
    return faults
  } finally {
    await hostileReceivers.close()
  }
}
