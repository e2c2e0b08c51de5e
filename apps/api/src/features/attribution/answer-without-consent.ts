import { deleteRefusal, writeRefusal } from '@throughline/db/attribution/refusals'
import type { Answer } from '../../http/route.js'
import { readLinkOfCode } from './find-candidates.js'
import { installHash, type InstallCall } from './install-call.js'
import { presentInstall } from './present-install.js'
import { presentLinkFor } from './present-link-for.js'
import { readInstallSource } from './read-install-source.js'

/**
 * Decides an install without consent and returns the link of its code. Stores only a keyed hash of the id, the reason
 * and the day; nothing if `isKnown`.
 */
export async function answerWithoutConsent(
  call: InstallCall,
  consent: 'missing' | 'refused',
  isKnown: boolean,
): Promise<Answer> {
  const { ctx, body } = call
  const reason = consent === 'missing' ? 'consent_missing' : 'consent_refused'
  const { code } = await readInstallSource(call)
  const link = code === null ? null : await readLinkOfCode(call, code)
  if (!isKnown && body.test !== true) {
    await writeRefusal(ctx.database.prisma, refusalKey(call), reason)
    ctx.metrics.countInstall(null, reason)
  }
  const install = {
    isMatched: false,
    matchType: null,
    confidence: 0,
    reason,
    link: link === null ? null : presentLinkFor(call, link),
    payload: null,
  }
  return {
    status: 200,
    body: presentInstall(install, { installId: body.install_id, fingerprint: null }),
  }
}

/** Removes the record of missing or refused consent once consent is given. */
export function clearRefusal(call: InstallCall): Promise<void> {
  return deleteRefusal(call.ctx.database.prisma, refusalKey(call))
}

function refusalKey(call: InstallCall) {
  const { project, body } = call
  return { projectId: project.id, installHash: installHash(call, body.install_id) }
}
