import { setTimeout as sleep } from 'node:timers/promises'
import { percentiles } from '@throughline/testkit/event-log/verifier'
import type { Behaviour } from '@throughline/testkit/event-log/receiver'
import { startOtherProjects } from '../other-projects.js'
import { promise, type Finding, type Scenario } from '../scenario.js'
import { drain, query, withInstallation, type ChaosInstallation } from '../installation.js'

const HEALTHY: Behaviour = { delayMs: [5, 25], failFirst: [0, 0] }
const RATE = 5
const WARM_UP_MS = 20_000
const MEDIAN_MS = 250
const P99_MS = 2_000
const ALL_IN_MS = 90_000
const ALL_OUT_MS = 60_000

/** The total and the new number of hostile projects, and the events of each at each of its webhooks. */
const STEPS = [
  { hostile: 1, added: 1, events: 40 },
  { hostile: 4, added: 3, events: 20 },
  { hostile: 20, added: 16, events: 5 },
]

export const fairShares: Scenario = {
  id: 'C14',
  title: '1, 4 and 20 projects with 60 webhooks each on a host that hangs',
  counts: 's of each, after 20 s',
  runs: { quick: 15, full: 60 },
  run: (context) =>
    withInstallation(
      context,
      {
        apis: 1,
        workers: 1,
        endpoints: [HEALTHY],
        env: {
          DELIVERY_CONCURRENCY: '200',
          DELIVERY_MAX_PER_WEBHOOK: '8',
          RETRY_BASE_MS: '60000',
        },
      },
      async (installation) => {
        const hostile = await startOtherProjects(installation, {
          name: 'hostile',
          webhooks: 60,
          respond: () => 'hang',
        })
        try {
          installation.client.setRate(RATE)
          const periods: Period[] = []
          for (const { hostile: projects, added, events } of STEPS) {
            await hostile.add(added, events)
            context.say(`${projects} hostile projects`)
            await sleep(WARM_UP_MS)
            const fromMs = Date.now()
            await sleep(context.runs * 1_000)
            periods.push({ projects, fromMs, untilMs: Date.now() })
          }
          installation.client.setRate(0)
          await installation.client.stop(ALL_IN_MS)
          return await verify(installation, periods)
        } finally {
          await hostile.close()
        }
      },
    ),
}

interface Period {
  projects: number
  fromMs: number
  untilMs: number
}

async function verify(installation: ChaosInstallation, periods: Period[]): Promise<Finding> {
  const webhookId = installation.endpoints[0]?.webhook.id
  const open = await drain(installation, {
    withinMs: ALL_OUT_MS,
    counted: { text: COUNT_OPEN, values: [webhookId] },
  })
  const finding: Finding = {
    figures: {},
    promises: [promise('every delivery of the healthy project succeeded', open === 0, open)],
  }
  for (const { projects, fromMs, untilMs } of periods) {
    const waits = await query<{ ms: number }>(installation, WAITS, [webhookId, fromMs, untilMs])
    const { p50, p99 } = percentiles(waits.map(({ ms }) => ms))
    const beside = `with ${projects} hostile ${projects === 1 ? 'project' : 'projects'}`
    finding.figures[`${beside}: due to start, p50 ms`] = p50
    finding.figures[`${beside}: p99 ms`] = p99
    finding.promises.push(
      promise(
        `${beside}: median ≤ ${MEDIAN_MS} ms`,
        waits.length > 0 && p50 <= MEDIAN_MS,
        `${p50} ms of ${waits.length}`,
      ),
      promise(`${beside}: p99 ≤ ${P99_MS} ms`, waits.length > 0 && p99 <= P99_MS, `${p99} ms`),
    )
  }
  const [tried] = await query<{ n: number }>(installation, COUNT_TIMEOUTS)
  const timeouts = tried?.n ?? 0
  finding.figures['attempts that timed out'] = timeouts
  finding.promises.push(promise('the hostile hosts get attempts', timeouts > 0, timeouts))
  return finding
}

const COUNT_OPEN = `
  SELECT count(*)::integer AS n FROM deliveries WHERE webhook_id = $1 AND state <> 'succeeded'`
const COUNT_TIMEOUTS = `
  SELECT count(*)::integer AS n FROM delivery_attempts WHERE error_class = 'timeout'`

/** Delays of the deliveries that were due in the period. A delivery without an attempt counts until now. */
const WAITS = `
  SELECT round(extract(epoch FROM coalesce(a.started_at, clock_timestamp()) - d.created_at) * 1000)::integer AS ms
    FROM deliveries d
    LEFT JOIN delivery_attempts a ON a.delivery_id = d.id AND a.number = 1
   WHERE d.webhook_id = $1
     AND d.created_at BETWEEN to_timestamp($2::float8 / 1000) AND to_timestamp($3::float8 / 1000)`
