import { newUuidV7 } from '@throughline/core/ids'
import type { Decision } from '@throughline/core/match-types'
import { claimClick, type AttributedLink } from '@throughline/db/claim-click'
import { inTransaction, type Db } from '@throughline/db/client'
import { insertDeliveries } from '@throughline/db/deliveries/insert-deliveries'
import type { QueuedDelivery } from '@throughline/db/deliveries/queued-delivery'
import {
  findLinkOfInstall,
  insertAttributedInstall,
  insertInstall,
  type NewInstall,
} from '@throughline/db/installs'
import { presentLink, type PresentableLink } from '../../link/present-link.js'
import { attributedPayload } from './attributed-payload.js'
import { isConsentMissing, type InstallCall } from './install-call.js'
import type { DecidedInstall } from './present-install.js'
import type { InstallDevice } from './read-install-device.js'

const EVENT_TYPE = 'install_attributed'

export interface CommittedDecision {
  install: DecidedInstall
  /** To be put in the queue. */
  deliveries: QueuedDelivery[]
}

/**
 * Makes a decision final: with a match, click, install, attribution, event and deliveries in one
 * transaction, else the install alone.
 *
 * @returns null when another install took the click, or this one was decided elsewhere: nothing was written
 */
export async function commitDecision(
  call: InstallCall,
  device: InstallDevice,
  decision: Decision,
): Promise<CommittedDecision | null> {
  const { clickId } = decision
  if (clickId === null) return commitNoMatch(call, device, decision)
  try {
    return await inTransaction(call.ctx.database, (db) =>
      writeMatch({ call, device, decision, clickId }, db),
    )
  } catch (error) {
    if (error instanceof LostRaceError) return null
    throw error
  }
}

/** Thrown to roll back, and caught here. */
class LostRaceError extends Error {}

async function commitNoMatch(
  call: InstallCall,
  device: InstallDevice,
  decision: Decision,
): Promise<CommittedDecision | null> {
  const db = call.ctx.database.prisma
  const link =
    decision.linkId === null
      ? null
      : await findLinkOfInstall(db, { projectId: call.project.id, linkId: decision.linkId })
  const install = toInstall({ call, device, decision }, link)
  const isFirst = await insertInstall(db, install)
  return isFirst ? { install: toDecided(install, null), deliveries: [] } : null
}

interface Match {
  call: InstallCall
  device: InstallDevice
  decision: Decision
  clickId: string
}

async function writeMatch(match: Match, db: Db): Promise<CommittedDecision> {
  const { call, device, decision, clickId } = match
  const projectId = call.project.id
  const claimed = await claimClick(db, {
    projectId,
    installId: call.body.install_id,
    clickId,
    supersededClickIds: decision.supersededClickIds,
  })
  if (claimed === null) throw new LostRaceError()

  const payload = attributedPayload(claimed)
  const attributionId = newUuidV7()
  const eventId = newUuidV7()
  const install = { ...toInstall(match, claimed.link), attributionId }
  const isFirst = await insertAttributedInstall(db, install, {
    id: attributionId,
    eventId,
    eventType: EVENT_TYPE,
    clickId,
    linkId: claimed.link.id,
    campaignId: claimed.link.campaignId,
    ipHash: device.ipHash,
    payload,
  })
  if (!isFirst) throw new LostRaceError()
  const deliveries = await insertDeliveries(db, { projectId, eventId, type: EVENT_TYPE })
  return { install: toDecided(install, payload), deliveries }
}

function toInstall(
  { call, device, decision }: Omit<Match, 'clickId'>,
  link: PresentableLink | AttributedLink | null,
): NewInstall {
  const { ctx, project, body } = call
  const shownLink =
    link === null
      ? null
      : JSON.stringify(presentLink(link, { config: ctx.config, project, platform: body.platform }))
  return {
    projectId: project.id,
    installId: body.install_id,
    platform: body.platform,
    isMatched: decision.matched,
    matchType: decision.matchType,
    confidence: roundForStorage(decision.confidence),
    reason: decision.reason,
    clickId: decision.clickId,
    linkId: decision.linkId,
    attributionId: null,
    fingerprintHash: isConsentMissing(call) ? null : device.fingerprintHash,
    consent: body.consent ?? null,
    trace: {
      link: shownLink,
      installed_at: body.installed_at?.toISOString() ?? null,
      match: decision.trace,
    },
  }
}

/** The column is a real: four digits come back from it as they went in. */
function roundForStorage(confidence: number): number {
  return Math.round(confidence * 10_000) / 10_000
}

function toDecided(install: NewInstall, payload: string | null): DecidedInstall {
  const { isMatched, matchType, confidence, reason, trace } = install
  return { isMatched, matchType, confidence, reason, link: trace.link, payload }
}
