import { setTimeout as delay } from 'node:timers/promises'
import { domainError } from '@throughline/core/lib/errors'
import type { StoredInstall } from '@throughline/db/attribution/installs'
import type { Answer } from '../../http/route.js'
import { answerWithoutConsent, clearRefusal } from './answer-without-consent.js'
import { commitDecision } from './commit-decision.js'
import { decideOnFindings, type ReadInstall, toMatchInput } from './decide-on-findings.js'
import { findCandidates, originOf } from './find-candidates.js'
import { consentOf, installHash, type InstallCall } from './install-call.js'
import { presentInstall, type DecidedInstall } from './present-install.js'
import { readInstallDevice, type InstallDevice } from './read-install-device.js'
import { readInstallSource, type InstallSource } from './read-install-source.js'
import { recordTestInstall } from './record-test-install.js'
import { rejectWhileSpooled } from './reject-while-spooled.js'
import type { Decision } from '@throughline/core/matching/match-types'

/** Each lost round means that another install was decided; more rounds than this indicate a fault. */
const MAX_ROUNDS = 50
/** Rounds without a pause, enough for a decision that lost to one other decision. */
const EAGER_ROUNDS = 3

/** Decides an install once. An install without consent is decided again when consent is reported. */
export async function recordInstall(call: InstallCall): Promise<Answer> {
  const { body } = call
  if (body.test === true) return recordTestInstall(call)
  if (body.consent === false) {
    const { install } = await readKnown(call)
    return answerWithoutConsent(call, 'refused', install !== null && isFinal(install))
  }
  const device = readInstallDevice(call)
  const source = await readInstallSource(call)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    // A click may be locked for longer than a commit, for example by an erasure.
    if (round >= EAGER_ROUNDS) await delay(round)
    const answer = await decide(call, device, source)
    if (answer !== null) return answer
  }
  throw domainError('database_unavailable', 'Too many concurrent installs. Try again shortly.', {
    retryAfterSeconds: 1,
  })
}

async function decide(
  call: InstallCall,
  device: InstallDevice,
  source: InstallSource,
): Promise<Answer | null> {
  const { project, body } = call
  // Without consent nothing is compared, so nothing is read.
  const isConsentSure = body.consent === true || !project.consentRequired
  const [{ now, install, refusal }, findings] = await Promise.all([
    readKnown(call),
    isConsentSure ? findCandidates(call, device, source) : null,
  ])
  const consent = consentOf(call, refusal)
  const fingerprint = consent === 'given' ? device.fingerprint : null
  if (install !== null && isFinal(install)) return present(call, install, fingerprint)
  if (consent !== 'given' || findings === null)
    return answerWithoutConsent(call, consent === 'refused' ? 'refused' : 'missing', false)
  const decided = await decideAndWrite(call, { device, source, findings, now })
  if (decided === null) return null
  if (refusal !== null) await clearRefusal(call)
  return present(call, decided, fingerprint)
}

async function decideAndWrite(
  call: InstallCall,
  read: ReadInstall,
): Promise<DecidedInstall | null> {
  const { findings, now } = read
  if (findings.missingClick !== null) await rejectWhileSpooled(call, findings.missingClick, now)
  const decision = decideOnFindings(call, read)
  const { device, source } = read
  const decided = await commitDecision({ call, device, source, decision })
  if (decided !== null) offerLabel(call, read, decision)
  return decided
}

function readKnown(call: InstallCall) {
  const { ctx, project, body } = call
  return ctx.installs.known({
    projectId: project.id,
    installId: body.install_id,
    installHash: installHash(call, body.install_id),
  })
}

/** Decides installs again that were decided without consent before refusals had a separate table. */
function isFinal({ reason }: StoredInstall): boolean {
  return reason !== 'consent_missing'
}

function present(
  { body }: InstallCall,
  install: DecidedInstall,
  fingerprint: string | null,
): Answer {
  return { status: 200, body: presentInstall(install, { installId: body.install_id, fingerprint }) }
}

/** Offers an install decided by a token for measuring the matcher, unless an app recorded the click. */
function offerLabel(call: InstallCall, read: ReadInstall, decision: Decision): void {
  const { device, findings } = read
  const claimed = findings.candidates.find(({ clickId }) => clickId === decision.clickId)
  if (decision.explanation.step !== 'token' || claimed?.source !== 'link_host') return
  const origin = originOf(call, device, false)
  if (origin === null) return
  const input = toMatchInput(call, read)
  call.ctx.shadowScorer.offer({ input, claimed, origin, address: call.address })
}
