import { setTimeout as sleep } from 'node:timers/promises'
import { openJobCounter } from '@throughline/queue/job-counter'
import { query, type ChaosInstallation } from './installation.js'

/** Jobs in the queue besides those of deliveries that need one. */
export interface JobSample {
  jobs: number
  open: number
  /** Open deliveries with a pending manual attempt. */
  resends: number
}

export interface JobWatch {
  stop(): Promise<JobSample[]>
}

const EVERY_MS = 1_000
/** A job may end AGAIN_MS after its row. */
const TRIES = 3
const AGAIN_MS = 250
const READ = `
  SELECT count(*)::integer AS open, count(*) FILTER (WHERE is_manual)::integer AS resends
    FROM deliveries WHERE due_at IS NOT NULL`

/** Returns the maximum number of jobs for these deliveries. */
export function jobLimit({ open, resends }: JobSample): number {
  return 1.2 * open + resends
}

/** Counts, every second, all jobs of the queue: waiting, in work and delayed. */
export function watchJobs(installation: ChaosInstallation): JobWatch {
  const counter = openJobCounter(installation.queue)
  const samples: JobSample[] = []
  const look = async (): Promise<JobSample> => {
    const [row] = await query<Omit<JobSample, 'jobs'>>(installation, READ)
    const jobs = (await counter.count()) ?? 0
    return { open: row?.open ?? 0, resends: row?.resends ?? 0, jobs }
  }
  const sample = async () => {
    let before = await look()
    let last = before
    for (let n = 1; n < TRIES && last.jobs > jobLimit(last); n += 1) {
      await sleep(AGAIN_MS)
      const now = await look()
      // A delivery that was open at the previous look may still have its job.
      last = { ...now, open: Math.max(now.open, before.open) }
      before = now
    }
    samples.push(last)
  }
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(sample)
  }, EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
      await counter.close()
      return samples
    },
  }
}
