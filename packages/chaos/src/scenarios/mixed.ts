import { setTimeout as sleep } from 'node:timers/promises'
import { startFaultProxy, type FaultProxy } from '@throughline/testkit/fault-proxy'
import type { Behaviour } from '@throughline/testkit/ledger/receiver'
import { chooseFault, type Network } from '../faults.js'
import { promise, type Scenario } from '../scenario.js'
import { finish, withTrial } from '../trial.js'
import { usualFigures, usualPromises } from '../usual-promises.js'

const RATE = 20
const CALM_MS = [1_500, 6_000] as const
const MAX_DUPLICATES = 0.01
const FLAKY: Behaviour[] = [
  { delayMs: [20, 200], failFirst: [0, 1] },
  { delayMs: [5, 50], failFirst: [0, 0] },
]

export const mixed: Scenario = {
  id: 'C11',
  title: 'everything at once, by seed',
  counts: 's',
  runs: { quick: 45, full: 600 },
  run: async (context) => {
    const { random, say, runs } = context
    const proxies: Network = { stores: [], receivers: [] }
    const through = async (
      url: string,
      list: { proxy: FaultProxy; name: string }[],
      name: string,
    ) => {
      const proxy = await startFaultProxy(url, { seed: random.integer(0, 2 ** 31) })
      list.push({ proxy, name })
      return proxy.url
    }
    const options = {
      // What is in flight when something ends is what may be sent twice.
      env: { DELIVERY_CONCURRENCY: '40', DELIVERY_MAX_PER_WEBHOOK: '20' },
      endpoints: FLAKY,
      reach: (url: string, service: string) =>
        through(url, proxies.stores, `${service} to ${new URL(url).protocol}`),
      reachReceiver: (url: string) => through(url, proxies.receivers, 'the receiver'),
    }
    try {
      return await withTrial(context, options, async (trial) => {
        trial.client.setRate(RATE)
        const untilMs = performance.now() + runs * 1_000
        let faults = 0
        while (performance.now() < untilMs) {
          await sleep(random.integer(...CALM_MS))
          const fault = chooseFault(trial, proxies, random)
          faults += 1
          say(`${faults}: ${fault.name}`)
          await fault.run()
        }
        await healAll(proxies)
        const verdict = await finish(trial, say)
        const most = Math.floor(verdict.expected * MAX_DUPLICATES)
        return {
          figures: { ...usualFigures(verdict), faults },
          promises: [
            ...usualPromises(trial, verdict),
            promise(
              'duplicates ≤ 1 %',
              verdict.duplicates <= most,
              `${verdict.duplicates} of ${verdict.expected}`,
            ),
          ],
        }
      })
    } finally {
      for (const { proxy } of [...proxies.stores, ...proxies.receivers]) await proxy.close()
    }
  },
}

async function healAll({ stores, receivers }: Network): Promise<void> {
  for (const { proxy } of [...stores, ...receivers]) await proxy.heal()
}
