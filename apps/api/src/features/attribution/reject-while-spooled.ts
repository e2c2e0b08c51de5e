import { domainError } from '@throughline/core/lib/errors'
import { isAnyoneSpooling } from '@throughline/db/clicks/spool-lock'
import type { InstallCall } from './install-call.js'

/** A click that a genuine token names and that was not in the database. */
export interface MissingClick {
  id: string
  tappedAt: Date
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A token was given only for a click that was durable: whatever holds it back is over within a day, or nearly always. */
const SURELY_WAITING_MS = 24 * HOUR_MS
/** No token matches any longer after that. */
const NO_MATCH_ANYWAY_MS = 30 * 24 * HOUR_MS
/** By then every process has said what it has in its spool, once the database is back. */
const HEARD_OF_ALL_MS = 10_000
/** As long as most outages last: the process that holds it may still be cut off, and can't say so. */
const YOUNG_MS = 10 * MINUTE_MS
const SOON_SECONDS = 5
const LATER_SECONDS = 60

/**
 * Refuses for now an install whose token names a click that may wait in a link host's spool, since a no-match would be
 * final (docs/api-contract.md, "Click token"). A young click is waited for in any case; an older one only while
 * somebody has a spool that is not empty, or could not have said so yet.
 */
export async function rejectWhileSpooled(
  call: InstallCall,
  { id, tappedAt }: MissingClick,
  now: Date,
): Promise<void> {
  const ageMs = now.getTime() - tappedAt.getTime()
  if (ageMs > NO_MATCH_ANYWAY_MS) return
  const { database, installs, linkStore } = call.ctx
  const mayBeSpooled =
    ageMs <= YOUNG_MS ||
    linkStore.databaseBackForMs() < HEARD_OF_ALL_MS ||
    (await isAnyoneSpooling(database.prisma))
  if (mayBeSpooled) throw comeBackIn(SOON_SECONDS)
  if (ageMs <= SURELY_WAITING_MS) throw comeBackIn(LATER_SECONDS)
  // It was perhaps written between the first look and the end of the drain.
  const key = { projectId: call.project.id, clickId: id }
  if ((await installs.tokenClick(key)) !== null) throw comeBackIn(1)
}

function comeBackIn(retryAfterSeconds: number) {
  return domainError(
    'database_unavailable',
    'The click of this install is still being written. Try again shortly.',
    { retryAfterSeconds },
  )
}
