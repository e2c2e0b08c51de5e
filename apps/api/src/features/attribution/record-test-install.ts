import { randomUUID } from 'node:crypto'
import { inTransaction } from '@throughline/db/connection/database'
import { writeTestInstall } from '@throughline/db/attribution/write-test-install'
import { EVENT_TYPE } from '../../domain/attribution/install-store.js'
import { callerAt } from '../../infra/rate-limiter.js'
import { enqueueFor } from '../../http/enqueue-for.js'
import type { Answer } from '../../http/route.js'
import { answerWithoutConsent } from './answer-without-consent.js'
import { buildDecision, toDecided } from './commit-decision.js'
import { decideOnFindings } from './decide-on-findings.js'
import { findCandidates } from './find-candidates.js'
import { consentOf, type InstallCall } from './install-call.js'
import { presentInstall } from './present-install.js'
import { readInstallDevice } from './read-install-device.js'
import { readInstallSource } from './read-install-source.js'
import { traceInstall } from './trace-install.js'

/** Decides a test install, under a separate id: a later real report of the same install is decided normally. */
export async function recordTestInstall(call: InstallCall): Promise<Answer> {
  const { ctx, project } = call
  const caller = `${project.id}:${callerAt(call.address)}`
  const { headers, rejection } = await ctx.rateLimiter.count('test_installs', caller)
  if (rejection !== null) throw rejection
  const consent = consentOf(call, null)
  if (consent !== 'given') return answerWithoutConsent(call, consent, true)
  const device = readInstallDevice(call)
  const source = await readInstallSource(call)
  const findings = await findCandidates(call, device, source)
  const decision = decideOnFindings(call, { device, source, findings, now: new Date() })
  const built = await buildDecision({ call, device, source, decision })
  const install = { ...built, installId: randomUUID() }
  const deliveries = await inTransaction(ctx.database, (db) =>
    writeTestInstall(db, install, { type: EVENT_TYPE, sendsWebhooks: sendsWebhooks(call) }),
  )
  ctx.streams.noteInstall(install)
  traceInstall(call, install)
  await enqueueFor(call, deliveries)
  const ids = { installId: install.installId, fingerprint: device.fingerprint }
  return { status: 200, headers, body: presentInstall(toDecided(built), ids) }
}

/** Anyone can extract the project key, so in production test installs need permission to send webhooks. */
function sendsWebhooks({ ctx, project, actor }: InstallCall): boolean {
  if (actor.kind !== 'sdk') return true
  return project.deliverSdkTests ?? !ctx.config.isProduction
}
