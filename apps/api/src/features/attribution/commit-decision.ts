import { newUuidV7 } from '@throughline/core/ids'
import type { Decision } from '@throughline/core/match-types'
import type { NewDecision, NewMatch } from '@throughline/db/decision-statement'
import type { AttributedLink, LinkOfInstall } from '@throughline/db/links-of-installs'
import { presentLink } from '../../link/present-link.js'
import { attributedPayload } from './attributed-payload.js'
import { isConsentMissing, type InstallCall } from './install-call.js'
import type { DecidedInstall } from './present-install.js'
import type { InstallDevice } from './read-install-device.js'

/**
 * Makes a decision final, in one commit that it shares with others: with a match click, install, attribution, event
 * and deliveries, else the install alone.
 *
 * @returns null when another install took the click, or this one was decided elsewhere: nothing was written
 */
export async function commitDecision(
  call: InstallCall,
  device: InstallDevice,
  decision: Decision,
): Promise<DecidedInstall | null> {
  const found = await readLink(call, decision)
  const match = found === null ? null : toMatch(found, device, decision)
  // The click that was chosen is gone or taken since.
  if (decision.clickId !== null && match === null) return null
  const install = toNewDecision({ call, device, decision }, found?.link ?? null, match)
  return (await call.ctx.installs.write(install)) ? toDecided(install) : null
}

async function readLink(
  { ctx, project }: InstallCall,
  { linkId, clickId }: Decision,
): Promise<LinkOfInstall | null> {
  return linkId === null ? null : ctx.installs.link({ projectId: project.id, linkId, clickId })
}

function toMatch(
  found: LinkOfInstall,
  { ipHash }: InstallDevice,
  { matchType, clickId, supersededClickIds }: Decision,
): NewMatch | null {
  const { click, link, now } = found
  if (clickId === null || matchType === null || click === null) return null
  return {
    matchType,
    clickId,
    supersededClickIds,
    click,
    attributionId: newUuidV7(),
    eventId: newUuidV7(),
    campaignId: link.campaignId,
    ipHash,
    payload: attributedPayload(found, click),
    attributedAt: now,
  }
}

function toNewDecision(
  made: { call: InstallCall; device: InstallDevice; decision: Decision },
  link: AttributedLink | null,
  match: NewMatch | null,
): NewDecision {
  const { call, device, decision } = made
  const { ctx, project, body } = call
  const reader = { config: ctx.config, project, platform: body.platform, isApp: true }
  return {
    projectId: project.id,
    installId: body.install_id,
    platform: body.platform,
    confidence: roundForStorage(decision.confidence),
    reason: decision.reason,
    linkId: decision.linkId,
    fingerprintHash: isConsentMissing(call) ? null : device.fingerprintHash,
    consent: body.consent ?? null,
    trace: {
      link: link === null ? null : JSON.stringify(presentLink(link, reader)),
      installed_at: body.installed_at?.toISOString() ?? null,
      match: decision.trace,
    },
    match,
  }
}

/** The column is a real: four digits come back from it as they went in. */
function roundForStorage(confidence: number): number {
  return Math.round(confidence * 10_000) / 10_000
}

function toDecided({ match, confidence, reason, trace }: NewDecision): DecidedInstall {
  return {
    isMatched: match !== null,
    matchType: match?.matchType ?? null,
    confidence,
    reason,
    link: trace.link,
    payload: match?.payload ?? null,
  }
}
