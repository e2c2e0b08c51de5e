import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import type { Database } from '../connection/database.js'
import { toColumns, WRITE_DECISIONS, type NewDecision } from './decision-statement.js'
import { batchStatement } from '../batch/batch-statement.js'
import { isDeadlock, isLockTimeout } from '../connection/errors.js'

export interface WrittenDecisions {
  /** For each decision, in order, whether it was written. Of one that was not, nothing was. */
  areWritten: boolean[]
  /** Pending deliveries of those that were, to be put in the queue. */
  deliveries: QueuedDelivery[]
}

/**
 * Makes decisions final, in one statement: of a match click, install, attribution, event and deliveries, else the
 * install alone. A click is claimed by whoever locks it first; an install that is known stays as it is,
 * but for `consent_missing`. What is not written has lost to another decision, or met a row that somebody else was just
 * writing, or took too long to get here: it is to be decided anew.
 *
 * @param eventType of the events and of what webhooks are subscribed to
 * @throws what PostgreSQL refuses: none of them is written then
 */
export async function writeDecisions(
  database: Pick<Database, 'pool'>,
  decisions: NewDecision[],
  eventType: string,
): Promise<WrittenDecisions> {
  const places = dedupeDecisions(decisions)
  const chosen = [...places.values()]
  const outcome = await write(database, chosen, eventType)
  const written = new Set(outcome?.written?.map((n) => chosen[n - 1]))
  const requestIds = new Map(chosen.map(({ match, requestId }) => [match?.eventId, requestId]))
  return {
    areWritten: decisions.map((_, index) => written.has(places.get(index))),
    deliveries: (outcome?.pending ?? []).map(([deliveryId, webhookId, projectId, eventId]) => ({
      deliveryId,
      webhookId,
      projectId,
      seq: 0,
      delayMs: 0,
      requestId: requestIds.get(eventId),
    })),
  }
}

interface Outcome {
  /** Places of those that were written, from 1 on. */
  written: number[] | null
  pending: [deliveryId: string, webhookId: number, projectId: string, eventId: string][] | null
}

/** Only another call of an install that was never seen before is waited for, and it takes no longer than a commit. */
const LOCK_TIMEOUT_MS = 500

async function write(
  database: Pick<Database, 'pool'>,
  chosen: NewDecision[],
  eventType: string,
): Promise<Outcome | undefined> {
  try {
    const { rows } = await batchStatement<Outcome>(database, {
      name: 'write-decisions',
      text: WRITE_DECISIONS,
      values: toColumns(chosen, eventType),
      isDurable: true,
      lockTimeoutMs: LOCK_TIMEOUT_MS,
    })
    return rows[0]
  } catch (error) {
    if (chosen.length > 1 || !(isLockTimeout(error) || isDeadlock(error))) throw error
    return undefined
  }
}

/**
 * Those that may stand in one statement, by their places: no install twice, and no click twice, whoever wants it. Which
 * of two writes of one row a statement does is not defined; so the first one is in it, and the others have lost.
 */
export function dedupeDecisions(decisions: NewDecision[]): Map<number, NewDecision> {
  const installs = new Set<string>()
  const clicks = new Set<string>()
  const chosen = [...decisions.entries()].filter(([, { installId, match }]) => {
    if (installs.has(installId) || (match !== null && clicks.has(match.clickId))) return false
    installs.add(installId)
    if (match !== null) clicks.add(match.clickId)
    return true
  })
  return new Map(chosen.map(([place, decision]) => [place, withoutClicks(decision, clicks)]))
}

/** Takes along the superseded clicks that are not yet in `taken`, and adds them to it. */
function withoutClicks(decision: NewDecision, taken: Set<string>): NewDecision {
  const { match } = decision
  if (match === null || match.supersededClickIds.length === 0) return decision
  const supersededClickIds = match.supersededClickIds.filter((id) => {
    const isFree = !taken.has(id)
    taken.add(id)
    return isFree
  })
  return { ...decision, match: { ...match, supersededClickIds } }
}
