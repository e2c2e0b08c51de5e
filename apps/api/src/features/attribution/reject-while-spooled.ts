import { domainError } from '@throughline/core/lib/errors'
import { isAnyoneSpooling } from '@throughline/db/connection/spool-lock'
import type { InstallCall } from './install-call.js'

/** The click of a genuine token that was not in the database. */
export interface MissingClick {
  id: string
  clickedAt: Date
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Tokens are issued only for durable clicks, and delays nearly always end within a day. */
const SURELY_WAITING_MS = 24 * HOUR_MS
/** Tokens expire after this time. */
const NO_MATCH_ANYWAY_MS = 30 * 24 * HOUR_MS
/** Time within which every process has reported its spool after an outage. */
const ALL_REPORTED_MS = 10_000
/** Longer than most outages, during which a process with the click may be unable to report its spool. */
const YOUNG_MS = 10 * MINUTE_MS
const SOON_SECONDS = 5
const LATER_SECONDS = 60

/**
 * Rejects an install whose token's click may be in a spool, because a no-match would be final (docs/api-contract.md,
 * "Click token").
 */
export async function rejectWhileSpooled(
  call: InstallCall,
  { id, clickedAt }: MissingClick,
  now: Date,
): Promise<void> {
  const ageMs = now.getTime() - clickedAt.getTime()
  if (ageMs > NO_MATCH_ANYWAY_MS) return
  const { database, installs, linkStore } = call.ctx
  const mayBeSpooled =
    ageMs <= YOUNG_MS ||
    linkStore.databaseBackForMs() < ALL_REPORTED_MS ||
    (await isAnyoneSpooling(database.prisma))
  if (mayBeSpooled) throw comeBackIn(SOON_SECONDS)
  if (ageMs <= SURELY_WAITING_MS) throw comeBackIn(LATER_SECONDS)
  // The click may have been written between the first check and the end of the drain.
  const key = { projectId: call.project.id, clickId: id }
  if ((await installs.tokenClick(key)) !== null) throw comeBackIn(1)
}

function comeBackIn(retryAfterSeconds: number) {
  return domainError(
    'database_unavailable',
    'The click of this install is not stored yet. Try again shortly.',
    { retryAfterSeconds },
  )
}
