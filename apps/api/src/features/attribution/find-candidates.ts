import { uuidV7Time } from '@throughline/core/ids'
import type { ClickCandidate } from '@throughline/core/match-types'
import { MAX_WINDOW_MINUTES } from '@throughline/core/match-window'
import { isConsentMissing, type InstallCall } from './install-call.js'
import type { InstallDevice } from './read-install-device.js'
import type { InstallSource } from './read-install-source.js'
import type { MissingClick } from './refuse-while-spooled.js'

/** What the database holds for an install. */
export interface Findings {
  codeLinkId: number | null
  candidates: ClickCandidate[]
  /** What a genuine token names and the database does not hold, or null. */
  missingClick: MissingClick | null
}

const NOTHING: Findings = { codeLinkId: null, candidates: [], missingClick: null }

/**
 * Reads the clicks that the install may belong to: a token's, else a code's, else those from the same
 * address. Without consent only the code's link is read, so that the app still routes.
 */
export async function findCandidates(
  call: InstallCall,
  device: InstallDevice,
  source: InstallSource,
): Promise<Findings> {
  const { clickToken, code } = source
  if (isConsentMissing(call)) return findByCode(call, code, null)
  if (clickToken.state === 'wrong_project') return NOTHING
  if (clickToken.state === 'valid') return findByToken(call, clickToken.clickId, code)
  const byCode = await findByCode(call, code, device)
  if (byCode.codeLinkId !== null) return byCode
  const { ipHash, ipPrefixHash } = device
  if (ipPrefixHash === null) return NOTHING
  const candidates = await call.ctx.installs.candidates({
    projectId: call.project.id,
    ipHash,
    ipPrefixHash,
    windowMinutes: windowMinutesOf(call),
  })
  return { ...NOTHING, candidates }
}

async function findByToken(
  call: InstallCall,
  clickId: string,
  code: string | null,
): Promise<Findings> {
  const click = await call.ctx.installs.tokenClick({ projectId: call.project.id, clickId })
  if (click !== null) return { ...NOTHING, candidates: [click] }
  const missingClick = { id: clickId, tappedAt: uuidV7Time(clickId) }
  return { ...(await findByCode(call, code, null)), missingClick }
}

/** @param device null to find the code's link alone */
async function findByCode(
  call: InstallCall,
  code: string | null,
  device: InstallDevice | null,
): Promise<Findings> {
  if (code === null) return NOTHING
  const found = await call.ctx.installs.codeClick({
    code,
    projectId: call.project.id,
    ipPrefixHash: device?.ipPrefixHash ?? null,
    windowMinutes: windowMinutesOf(call),
  })
  if (found === null) return NOTHING
  return {
    ...NOTHING,
    codeLinkId: found.linkId,
    candidates: found.click === null ? [] : [found.click],
  }
}

function windowMinutesOf({ project }: InstallCall): number {
  return Math.min(project.windowMinutes, MAX_WINDOW_MINUTES)
}
