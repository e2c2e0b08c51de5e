import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import type { Database } from '../connection/database.js'
import { toColumns, WRITE_DECISIONS, type NewDecision } from './decision-statement.js'
import { batchStatement } from '../batch/batch-statement.js'
import { isDeadlock, isLockTimeout } from '../connection/errors.js'

export interface WrittenDecisions {
  /** For each decision, in order, whether it was written as a whole. */
  areWritten: boolean[]
  deliveries: QueuedDelivery[]
}

/** Writes decisions in one statement. One not written lost a race, met a locked row or was late: decide it again. */
export async function writeDecisions(
  database: Pick<Database, 'pool'>,
  decisions: NewDecision[],
  eventType: string,
): Promise<WrittenDecisions> {
  const places = dedupeDecisions(decisions)
  const chosen = [...places.values()]
  const outcome = await write(database, chosen, eventType)
  const written = new Set(outcome?.written?.map((n) => chosen[n - 1]))
  const byEvent = new Map(chosen.map((decision) => [decision.match?.eventId, decision]))
  return {
    areWritten: decisions.map((_, index) => written.has(places.get(index))),
    deliveries: (outcome?.pending ?? []).map(([deliveryId, webhookId, projectId, eventId]) => ({
      deliveryId,
      webhookId,
      projectId,
      seq: 0,
      delayMs: 0,
      requestId: byEvent.get(eventId)?.requestId,
      traceparent: byEvent.get(eventId)?.match?.traceparent ?? undefined,
    })),
  }
}

interface Outcome {
  written: number[] | null
  pending: [deliveryId: string, webhookId: number, projectId: string, eventId: string][] | null
}

/** The statement waits only for a concurrent call of the same new install, which takes no longer than a commit. */
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

/** The decisions that may share a statement, by place: two writes of one statement to the same row are undefined. */
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
