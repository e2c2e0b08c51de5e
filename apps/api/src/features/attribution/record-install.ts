import { setTimeout as delay } from 'node:timers/promises'
import { domainError } from '@throughline/core/errors'
import { decideInstallMatch } from '@throughline/core/install-match'
import type { Scorer } from '@throughline/core/match-types'
import type { StoredInstall } from '@throughline/db/installs'
import type { Answer } from '../../http/route.js'
import { commitDecision } from './commit-decision.js'
import { findCandidates } from './find-candidates.js'
import { isConsentMissing, type InstallCall } from './install-call.js'
import { presentInstall, type DecidedInstall } from './present-install.js'
import { readInstallDevice, type InstallDevice } from './read-install-device.js'
import { readInstallSource, type InstallSource } from './read-install-source.js'
import { refuseWhileSpooled } from './refuse-while-spooled.js'

export interface RecordInstallDeps {
  /** Compares an install with a click, where neither token nor code decides. */
  scorer: Scorer
}

/** Each lost round means that another install was decided, or that its rows were being written; this many are a fault. */
const MAX_ROUNDS = 50
/** Rounds without a pause, as many as a decision needs that lost to one other. */
const EAGER_ROUNDS = 3

/**
 * Makes the operation that decides which click an install belongs to, once (contract §7). A repeated call is
 * answered as the first; only a `consent_missing` is decided anew, when consent comes.
 */
export function recordInstall(deps: RecordInstallDeps) {
  return async (call: InstallCall): Promise<Answer> => {
    const device = readInstallDevice(call)
    const source = await readInstallSource(call)
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      // Somebody may hold the click for longer than a commit takes, as an erasure does.
      if (round >= EAGER_ROUNDS) await delay(round)
      const install = await decide(deps, call, { device, source })
      if (install !== null)
        return { status: 200, body: presentInstall(install, device.fingerprint) }
    }
    throw domainError('database_unavailable', 'Too many installs at once. Try again shortly.', {
      retryAfterSeconds: 1,
    })
  }
}

/** One round: reads, decides, writes; null when the race for the click or the install was lost. */
async function decide(
  { scorer }: RecordInstallDeps,
  call: InstallCall,
  { device, source }: { device: InstallDevice; source: InstallSource },
): Promise<DecidedInstall | null> {
  const { ctx, project, body } = call
  const key = { projectId: project.id, installId: body.install_id }
  const [{ now, install }, findings] = await Promise.all([
    ctx.installs.known(key),
    findCandidates(call, device, source),
  ])
  const consentMissing = isConsentMissing(call)
  if (install !== null && isFinal(install, consentMissing)) return install
  if (findings.missingClick !== null) await refuseWhileSpooled(call, findings.missingClick, now)
  const decision = decideInstallMatch(
    {
      now,
      platform: body.platform,
      clickToken: source.clickToken,
      codeLinkId: findings.codeLinkId,
      source: source.source,
      windowMinutes: project.windowMinutes,
      consentMissing,
      installedAt: body.installed_at ?? null,
      isAddressShared: device.isAddressShared,
      isAddressOwn: device.isAddressOwn,
      signals: device.signals,
    },
    findings.candidates,
    scorer,
  )
  return commitDecision(call, device, decision)
}

function isFinal(install: StoredInstall, consentMissing: boolean): boolean {
  return install.reason !== 'consent_missing' || consentMissing
}
