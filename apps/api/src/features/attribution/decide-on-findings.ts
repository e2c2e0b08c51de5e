import { decideInstall } from '@throughline/core/matching/decide-install'
import { DEFAULT_MIN_CONFIDENCE } from '@throughline/core/matching/match-model'
import type { Decision, MatchInput, ReferrerEvidence } from '@throughline/core/matching/match-types'
import { referrerSource } from '@throughline/core/matching/referrer'
import type { Findings } from './find-candidates.js'
import type { InstallCall } from './install-call.js'
import type { InstallDevice } from './read-install-device.js'
import type { InstallSource } from './read-install-source.js'

export interface ReadInstall {
  device: InstallDevice
  source: InstallSource
  findings: Findings
  now: Date
}

export function decideOnFindings(call: InstallCall, read: ReadInstall): Decision {
  const input = toMatchInput(call, read)
  return decideInstall(call.ctx.matchModel.current(), input, read.findings.candidates)
}

export function toMatchInput(
  { project, body }: InstallCall,
  { device, source, findings, now }: ReadInstall,
): MatchInput {
  return {
    now,
    platform: body.platform,
    consent: 'given',
    clickToken: source.clickToken,
    codeLinkId: findings.codeLinkId,
    source: source.source,
    referrer: evidenceOf(source, findings),
    windowMinutes: project.windowMinutes,
    minConfidence: project.minConfidence ?? DEFAULT_MIN_CONFIDENCE,
    times: {
      installedAt: body.installed_at ?? null,
      beganAt: body.install_begin_at ?? null,
      referrerClickAt: body.referrer_click_at ?? null,
    },
    isAddressShared: device.isAddressShared,
    isAddressV6: device.isAddressV6,
    signals: device.signals,
  }
}

function evidenceOf(
  { referrer }: InstallSource,
  { codeLinkId }: Findings,
): ReferrerEvidence | null {
  if (referrer === null) return null
  return {
    foreignParameters: referrer.foreignParameters,
    hasUnknownCode: referrer.code !== null && codeLinkId === null,
    clickIds: referrer.clickIds,
    utmSource: referrerSource(referrer),
  }
}
