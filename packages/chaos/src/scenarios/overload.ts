import { setTimeout as sleep } from 'node:timers/promises'
import { callApi } from '../api-calls.js'
import { jobLimit, watchJobs, type JobSample } from '../job-count.js'
import { startOtherProjects, type OtherProjects } from '../other-projects.js'
import { promise, type Finding, type RunContext, type Scenario } from '../scenario.js'
import { drain, query, withInstallation, type ChaosInstallation } from '../installation.js'

/** The duration of each attempt, so that a worker's slots limit its rate. */
const ATTEMPT_MS = 1_000
const FEW_SLOTS = 2
const MANY_SLOTS = 100
/** More projects than a worker can hold waiting jobs for. The others wait in the queue. */
const PROJECTS = 40
const BRING_EVERY_MS = 2_500
const OWN_RATE = 4
/** Events per second of all projects: ten times the capacity of the slots. */
const NEEDED_RATE = OWN_RATE + PROJECTS / (BRING_EVERY_MS / 1_000)
const RESENDS = 20
const ALL_IN_MS = 90_000

export const overload: Scenario = {
  id: 'C15',
  title: 'workers at a tenth of the needed rate, then at ten times that',
  counts: 's of overload',
  redis: ['single'],
  runs: { quick: 45, full: 120 },
  run: (context) =>
    withInstallation(
      context,
      {
        apis: 1,
        workers: 3,
        endpoints: [{ delayMs: [ATTEMPT_MS, ATTEMPT_MS], failFirst: [0, 0] }],
        env: { DELIVERY_CONCURRENCY: String(MANY_SLOTS) },
        serviceEnv: { 'worker-1': { DELIVERY_CONCURRENCY: String(FEW_SLOTS) } },
      },
      async (installation) => {
        const [, ...more] = installation.workers
        await Promise.all(more.map((worker) => worker.end('SIGTERM')))
        const others = await startOtherProjects(installation, {
          name: 'busy',
          webhooks: 1,
          respond: () => ({ status: 200, delayMs: ATTEMPT_MS }),
        })
        const watch = watchJobs(installation)
        try {
          await others.add(PROJECTS, 0)
          await overloadFor(installation, others, context)
          await Promise.all(more.map((worker) => worker.start()))
          const startedMs = performance.now()
          const open = await drain(installation, { withinMs: 0 })
          context.say(`all workers are back before ${open} deliveries`)
          await installation.client.stop(ALL_IN_MS)
          const left = await drain(installation)
          const drainSeconds = Math.round((performance.now() - startedMs) / 1_000)
          return await verify(installation, {
            samples: await watch.stop(),
            open,
            left,
            drainSeconds,
          })
        } finally {
          await watch.stop()
          await others.close()
        }
      },
    ),
}

async function overloadFor(
  installation: ChaosInstallation,
  others: OtherProjects,
  { runs, say }: RunContext,
): Promise<void> {
  const untilMs = performance.now() + runs * 1_000
  installation.client.setRate(OWN_RATE)
  let isResent = false
  while (performance.now() < untilMs) {
    const nextMs = performance.now() + BRING_EVERY_MS
    await others.bring(1)
    if (!isResent && performance.now() > untilMs - (runs * 1_000) / 2) {
      isResent = true
      say(`${await resendSome(installation)} that wait are resent`)
    }
    await sleep(Math.max(0, nextMs - performance.now()))
  }
  installation.client.setRate(0)
}

async function resendSome(installation: ChaosInstallation): Promise<number> {
  const waiting = await query<{ id: string }>(
    installation,
    `SELECT id FROM deliveries WHERE webhook_id = $1 AND due_at IS NOT NULL AND lease_until IS NULL
      ORDER BY id DESC LIMIT $2`,
    [installation.endpoints[0]?.webhook.id, RESENDS],
  )
  for (const { id } of waiting)
    await callApi(installation.owner, 'POST', { path: `/api/deliveries/${id}/resend` })
  return waiting.length
}

interface Found {
  samples: JobSample[]
  open: number
  left: number
  drainSeconds: number
}

async function verify(
  installation: ChaosInstallation,
  { samples, open, left, drainSeconds }: Found,
): Promise<Finding> {
  const [row] = await query<{ deliveries: number; unsuccessful: number; attempts: number }>(
    installation,
    `SELECT count(*)::integer AS deliveries, count(*) FILTER (WHERE state <> 'succeeded')::integer AS unsuccessful,
            sum(attempts_made)::integer AS attempts FROM deliveries`,
  )
  const { deliveries, unsuccessful, attempts } = row ?? NOTHING
  const over = samples.filter((sample) => sample.jobs > jobLimit(sample))
  const by = over.length > 0 ? excess : ({ jobs }: JobSample) => jobs
  const worst = samples.reduce((most, one) => (by(one) > by(most) ? one : most), NO_SAMPLE)
  const limitSeconds = Math.round((2 * open * ATTEMPT_MS) / 1_000 / (2 * MANY_SLOTS) + 20)
  return {
    figures: {
      deliveries,
      'needed per second': NEEDED_RATE,
      'open when the workers returned': open,
      'most jobs for open deliveries': `${worst.jobs} for ${worst.open}`,
      'drained in s': drainSeconds,
    },
    promises: [
      promise(
        JOBS_BOUNDED,
        samples.length > 0 && over.length === 0,
        `${over.length} of ${samples.length} samples over; ${worst.jobs} for ${worst.open}, ${worst.resends} resent`,
      ),
      promise('there was a backlog', open >= deliveries / 2, `${open} of ${deliveries}`),
      promise(
        `the backlog drains within ${limitSeconds} s`,
        left === 0 && drainSeconds <= limitSeconds,
        `${drainSeconds} s, ${left} left`,
      ),
      promise('every delivery succeeded', unsuccessful === 0 && deliveries > 0, unsuccessful),
      promise('each delivery was attempted once', attempts === deliveries, attempts),
    ],
  }
}

const JOBS_BOUNDED = 'jobs ≤ 1.2 × open deliveries + open resends'
const NOTHING = { deliveries: 0, unsuccessful: 0, attempts: 0 }
const NO_SAMPLE: JobSample = { jobs: 0, open: Infinity, resends: 0 }

function excess(sample: JobSample): number {
  return sample.jobs - jobLimit(sample)
}
