import { newUuidV7 } from '@throughline/core/lib/ids'
import type { Decision } from '@throughline/core/matching/match-types'
import type { NewDecision, NewMatch } from '@throughline/db/attribution/decision-statement'
import type { InstallLink } from '@throughline/db/attribution/attributed-links'
import { callerAt } from '../../infra/rate-limiter.js'
import { attributedPayload, storedReferrer } from './attributed-payload.js'
import type { InstallCall } from './install-call.js'
import { installTraits } from './install-profile.js'
import type { DecidedInstall } from './present-install.js'
import { presentLinkFor } from './present-link-for.js'
import type { InstallDevice } from './read-install-device.js'
import type { InstallSource } from './read-install-source.js'
import { installContext, traceInstall } from './trace-install.js'

export interface MadeDecision {
  call: InstallCall
  device: InstallDevice
  source: InstallSource
  decision: Decision
}

/**
 * Commits a decision, batched with others. Null if another install claimed the click or this install was decided
 * elsewhere. @throws RateLimitedError; in both cases nothing was written
 */
export async function commitDecision(made: MadeDecision): Promise<DecidedInstall | null> {
  const install = await buildDecision(made)
  // The chosen click has been deleted or claimed since.
  if (made.decision.clickId !== null && install.match === null) return null
  const isWritten =
    install.match === null || made.call.actor.kind !== 'sdk'
      ? await made.call.ctx.installs.write(install)
      : await writeWithinQuota(made.call, install)
  if (!isWritten) return null
  made.call.ctx.metrics.countInstall(install.match?.matchType ?? null, install.reason)
  traceInstall(made.call, install)
  return toDecided(install)
}

/** The project key is public, so anyone can report installs; admin tokens have no quota. */
async function writeWithinQuota(
  { ctx, project, address }: InstallCall,
  install: NewDecision,
): Promise<boolean> {
  const caller = `${project.id}:${callerAt(address)}`
  ctx.installQuota.take(caller)
  let isWritten = false
  try {
    isWritten = await ctx.installs.write(install)
  } finally {
    if (isWritten) void ctx.installQuota.share(caller)
    else ctx.installQuota.giveBack(caller)
  }
  return isWritten
}

/** The rows to store for a decision, with the payload for receivers. */
export async function buildDecision(made: MadeDecision): Promise<NewDecision> {
  const { ctx, project } = made.call
  const { linkId, clickId } = made.decision
  const found =
    linkId === null ? null : await ctx.installs.link({ projectId: project.id, linkId, clickId })
  const match = found === null ? null : toMatch(found, made)
  return toNewDecision(made, found, match)
}

function toMatch(found: InstallLink, made: MadeDecision): NewMatch | null {
  const { device, source, decision } = made
  const { matchType, clickId, supersededClickIds, explanation } = decision
  const { click, link, now } = found
  if (clickId === null || matchType === null || click === null) return null
  const isByToken = explanation.step === 'token'
  return {
    matchType,
    clickId,
    supersededClickIds,
    click,
    attributionId: newUuidV7(),
    eventId: newUuidV7(),
    campaignId: link.campaignId,
    ipHash: device.ipHash,
    payload: attributedPayload(found, { click, referrer: source.referrer, isByToken }),
    traceparent: installContext(made.call.ctx.tracing, clickId),
    attributedAt: now,
  }
}

function toNewDecision(
  made: MadeDecision,
  found: InstallLink | null,
  match: NewMatch | null,
): NewDecision {
  const { call, device, source, decision } = made
  const { project, body, requestId } = call
  const traits = installTraits(made, match === null ? null : found)
  return {
    requestId,
    country: traits.country,
    osVersion: traits.osVersion,
    sdkVersion: traits.sdkVersion,
    profile: traits.profile,
    projectId: project.id,
    installId: body.install_id,
    platform: body.platform,
    confidence: roundForStorage(decision.confidence),
    reason: decision.reason,
    linkId: decision.linkId,
    fingerprintHash: device.fingerprintHash,
    consent: body.consent ?? null,
    explanation: {
      link: found === null ? null : presentLinkFor(call, found.link),
      installed_at: body.installed_at?.toISOString() ?? null,
      match: decision.explanation,
    },
    referrer: storedReferrer(source.referrer),
    match,
  }
}

/** The column is a real, which preserves four digits. */
function roundForStorage(confidence: number): number {
  return Math.round(confidence * 10_000) / 10_000
}

export function toDecided({ match, confidence, reason, explanation }: NewDecision): DecidedInstall {
  return {
    isMatched: match !== null,
    matchType: match?.matchType ?? null,
    confidence,
    reason,
    link: explanation.link,
    payload: match?.payload ?? null,
  }
}
