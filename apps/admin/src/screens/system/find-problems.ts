import type { System } from '../../api/types.js'
import { system as texts } from '../../texts/system.js'
import { formatDuration } from '../../ui/format.js'

export interface SystemProblem {
  title: string
  text: string
}

/** One worker counts attempts every 30 s; an older count means that no worker runs. */
const LATE_WORKER_MS = 2 * 60_000
/** Due deliveries are usually sent within two seconds. */
const LATE_DELIVERY_SECONDS = 60

/** Returns what an operator should check, the most urgent first. */
export function findProblems(system: System): SystemProblem[] {
  const { database, queue, deliveries, ignored_settings: ignored } = system
  const problems: SystemProblem[] = []
  const { pending_migrations: pending } = database
  if (pending.length > 0)
    problems.push({
      title: texts.migrations(pending.length),
      text: texts.migrationsText(pending.join(', ')),
    })
  const silence = ageOf(system, system.worker.seen_at)
  if (silence === null) problems.push({ title: texts.noWorker, text: texts.workerText })
  else if (silence > LATE_WORKER_MS)
    problems.push({ title: texts.lateWorker(formatDuration(silence)), text: texts.workerText })
  if (queue.depth === null) problems.push({ title: texts.noQueue, text: texts.noQueueText })
  const { oldest_due_seconds: late = 0, starved_projects: starved = 0 } = deliveries ?? {}
  if (late > LATE_DELIVERY_SECONDS)
    problems.push({ title: texts.late(formatDuration(late * 1_000)), text: texts.lateText })
  if (starved > 0) problems.push({ title: texts.starved(starved), text: texts.starvedText })
  for (const setting of ignored) problems.push({ title: texts.ignored, text: setting })
  return problems
}

/** Uses the server's clock, because the browser's may be wrong. */
export function ageOf({ now }: Pick<System, 'now'>, at: string | null): number | null {
  return at === null ? null : Math.max(new Date(now).getTime() - new Date(at).getTime(), 0)
}
