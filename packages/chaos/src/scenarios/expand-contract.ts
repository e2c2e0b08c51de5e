import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour } from '@throughline/testkit/event-log/receiver'
import { migrateAll } from '@throughline/testkit/installation/stores'
import { openFleet } from '../fleet.js'
import type { ChaosInstallation } from '../installation.js'
import { makeUpRelease } from '../made-up-release.js'
import { promise, type RunContext, type Scenario } from '../scenario.js'
import { noDuplicates, underLoad, type FindOwn } from '../usual-promises.js'

const RATE = 10
/** Some fail at first, so that the renamed column counts more than one attempt. */
const FLAKY: Behaviour[] = [
  { delayMs: [10, 100], failFirst: [0, 2] },
  { delayMs: [10, 100], failFirst: [0, 0] },
]

export const expandContract: Scenario = {
  id: 'C21',
  title: 'a column that each delivery uses is renamed in a rolling update, under load',
  counts: 's at each step',
  runs: { quick: 0, full: 10 },
  run: (context) =>
    underLoad(context, { apis: 2, workers: 2, endpoints: FLAKY }, (installation) =>
      renameColumn(installation, context),
    ),
}

async function renameColumn(
  installation: ChaosInstallation,
  { bundles, runs, say }: RunContext,
): Promise<FindOwn> {
  const { home, postgres, client } = installation
  const fleet = openFleet(installation)
  const next = await makeUpRelease(bundles, join(home, 'next'))
  const step = async (what: string) => {
    say(what)
    await sleep(runs * 1_000)
  }
  client.setRate(RATE)
  await step('all processes use the old column')
  const expanded = await migrateAll(postgres.url, next.expand)
  await step(`migrated: ${expanded.length} migrations`)
  const [worker] = fleet.workers
  const [api] = fleet.apis
  if (worker !== undefined) await fleet.replace(worker, next.bundles)
  if (api !== undefined) await fleet.replace(api, next.bundles)
  await step('half of the processes use the new column')
  await fleet.roll(next.bundles)
  await step('all processes use the new column')
  const contracted = await migrateAll(postgres.url, next.contract)
  await step('the old column is dropped')
  return async (verdict) => ({
    promises: [
      noDuplicates(verdict),
      promise(
        'each made-up migration is applied',
        expanded.length === 5 && contracted.length === 1,
        [...expanded, ...contracted].join(', '),
      ),
      ...(await fleet.promises()),
    ],
  })
}
