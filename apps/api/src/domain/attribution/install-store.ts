import type { ClickCandidate } from '@throughline/core/matching/match-types'
import type { Database } from '@throughline/db/connection/database'
import type { NewDecision } from '@throughline/db/attribution/decision-statement'
import {
  readInstalls,
  type KnownInstall,
  type KnownInstallKey,
} from '@throughline/db/attribution/installs'
import {
  readAttributedLinks,
  type InstallLink,
  type InstallLinkKey,
} from '@throughline/db/attribution/attributed-links'
import {
  listCodeClicks,
  findTokenClicks,
  listCandidates,
  type ClickKey,
  type CodeClicks,
  type CodeOrigin,
  type InstallOrigin,
  type TokenClick,
} from '@throughline/db/attribution/match-candidates'
import { createTimedBatcher } from '@throughline/db/batch/timed-batcher'
import { writeDecisions } from '@throughline/db/attribution/write-decisions'
import type { DeliveryQueue } from '@throughline/queue/delivery-queue'
import type { Logger } from '@throughline/runtime/logger'
import type { Streams } from '../stream/streams.js'

/**
 * Batches calls: one statement per step is in flight, and the next takes the calls that arrived meanwhile. Calls fail
 * after 1.8 s.
 */
export interface InstallStore {
  known(key: KnownInstallKey): Promise<KnownInstall>
  tokenClick(key: ClickKey): Promise<TokenClick | null>
  codeClicks(origin: CodeOrigin): Promise<CodeClicks | null>
  candidates(origin: InstallOrigin): Promise<ClickCandidate[]>
  link(key: InstallLinkKey): Promise<InstallLink | null>
  /**
   * Resolves once the decision is durable, or with false if nothing was written and the caller must decide again. After
   * an error, the decision may have been written.
   */
  write(decision: NewDecision): Promise<boolean>
  drain(): Promise<void>
}

export const EVENT_TYPE = 'install_attributed'

export function openInstallStore({
  database,
  queue,
  logger,
  streams,
}: {
  database: Pick<Database, 'pool' | 'prisma'>
  queue: Pick<DeliveryQueue, 'enqueue'>
  logger: Logger
  streams: Pick<Streams, 'noteInstall'>
}): InstallStore {
  const known = createTimedBatcher((keys: KnownInstallKey[]) => readInstalls(database, keys))
  const tokenClicks = createTimedBatcher((keys: ClickKey[]) => findTokenClicks(database, keys))
  const codeClicks = createTimedBatcher((origins: CodeOrigin[]) =>
    listCodeClicks(database, origins),
  )
  const candidates = createTimedBatcher((from: InstallOrigin[]) => listCandidates(database, from))
  const links = createTimedBatcher((keys: InstallLinkKey[]) => readAttributedLinks(database, keys))
  const writes = createTimedBatcher(async (decisions: NewDecision[]) => {
    const { areWritten, deliveries } = await writeDecisions(database, decisions, EVENT_TYPE) // mutant: no-outbox
    queue
      .enqueue(deliveries)
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'enqueueing the deliveries of an install failed'),
      )
    decisions.forEach((decision, index) => {
      if (areWritten[index] === true) streams.noteInstall(decision)
    })
    return areWritten
  })
  return {
    known: (key) => known.add(key),
    tokenClick: (key) => tokenClicks.add(key),
    codeClicks: (origin) => codeClicks.add(origin),
    candidates: (origin) => candidates.add(origin),
    link: (key) => links.add(key),
    write: (decision) => writes.add(decision),
    drain: () => writes.drain(),
  }
}
