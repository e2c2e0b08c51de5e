import { decideInstall } from '@throughline/core/matching/decide-install'
import type { MatchModel } from '@throughline/core/matching/match-model'
import type {
  ClickCandidate,
  Decision,
  MatchInput,
  ReferrerEvidence,
} from '@throughline/core/matching/match-types'
import { parseInstallReferrer, referrerSource } from '@throughline/core/matching/referrer'
import type { ReplayCandidate, ReplayInstall } from '../replay/candidate.js'
import type { Decide, ReplayDecision } from '../replay/replay.js'

export interface ModelDecision extends ReplayDecision {
  decision: Decision
}

/** Decides as the service does, with the given model. */
export function decideByModel(model: MatchModel, minConfidence: number): Decide<ModelDecision> {
  return (install, candidates) => {
    const input = toMatchInput(install, minConfidence)
    const decision = decideInstall(model, input, readableCandidates(install, candidates))
    const { clickId, confidence, supersededClickIds } = decision
    return { clickId, confidence, supersededClickIds, decision }
  }
}

export function toMatchInput(install: ReplayInstall, minConfidence: number): MatchInput {
  const { body, token, codeLinkId } = install
  return {
    now: install.now,
    platform: install.platform,
    consent: body.consent === false ? 'refused' : 'given',
    clickToken: token,
    codeLinkId,
    source: null,
    referrer: evidenceOf(install),
    windowMinutes: install.windowMinutes,
    minConfidence,
    times: {
      installedAt: install.installedAt,
      beganAt: body.install_begin_at === undefined ? null : install.installedAt,
      referrerClickAt: null,
    },
    isAddressShared: false,
    isAddressV6: install.address.includes(':'),
    signals: install.signals,
  }
}

/** The clicks that the service would read: the token's, the address's for a code, or those with a device report. */
export function readableCandidates(
  { token, codeLinkId }: ReplayInstall,
  candidates: readonly ReplayCandidate[],
): ClickCandidate[] {
  const readable = candidates.filter((click) => {
    if (token.state === 'valid') return click.clickId === token.clickId
    if (click.uncountedReason !== null || !click.sameAddress) return false
    return codeLinkId !== null || click.isReported
  })
  return readable.map((click) => ({ ...click, linkUtmSource: null }))
}

function evidenceOf({ body, codeLinkId }: ReplayInstall): ReferrerEvidence | null {
  if (body.install_referrer === undefined) return null
  const referrer = parseInstallReferrer(body.install_referrer)
  return {
    foreignParameters: referrer.foreignParameters,
    hasUnknownCode: referrer.code !== null && codeLinkId === null,
    clickIds: referrer.clickIds,
    utmSource: referrerSource(referrer),
  }
}
