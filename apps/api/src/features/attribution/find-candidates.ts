import { domainError } from '@throughline/core/errors'
import { uuidV7Time } from '@throughline/core/ids'
import type { ClickCandidate } from '@throughline/core/match-types'
import { MAX_WINDOW_MINUTES } from '@throughline/core/match-window'
import { findCodeClick, findTokenClick, listCandidates } from '@throughline/db/match-candidates'
import { isConsentMissing, type InstallCall } from './install-call.js'
import type { InstallDevice } from './read-install-device.js'
import type { InstallSource } from './read-install-source.js'

/** What the database holds for an install. */
export interface Findings {
  codeLinkId: number | null
  candidates: ClickCandidate[]
  /** The time of a click that a genuine token names and that is not in the database, or null. */
  missingClickTime: Date | null
}

const NOTHING: Findings = { codeLinkId: null, candidates: [], missingClickTime: null }

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
  const candidates = await listCandidates(call.ctx.database.prisma, {
    ...device,
    projectId: call.project.id,
    windowMinutes: windowMinutesOf(call),
  })
  return { ...NOTHING, candidates }
}

/** A spooled click is written within minutes of the database's return; a day is far beyond that. */
const SPOOLED_AT_MOST_MS = 24 * 3_600_000
const SPOOL_RETRY_SECONDS = 5

/**
 * Refuses for now an install whose token names a click that is not here yet: it waits in the spool of a
 * link host, and a no-match would be final (contract §6, click_token).
 */
export function refuseWhileSpooled({ missingClickTime }: Findings, now: Date): void {
  if (missingClickTime === null || now.getTime() - missingClickTime.getTime() > SPOOLED_AT_MOST_MS)
    return
  throw domainError(
    'database_unavailable',
    'The click of this install is still being written. Try again shortly.',
    { retryAfterSeconds: SPOOL_RETRY_SECONDS },
  )
}

async function findByToken(
  call: InstallCall,
  clickId: string,
  code: string | null,
): Promise<Findings> {
  const click = await findTokenClick(call.ctx.database.prisma, {
    projectId: call.project.id,
    clickId,
  })
  if (click !== null) return { ...NOTHING, candidates: [click] }
  return { ...(await findByCode(call, code, null)), missingClickTime: uuidV7Time(clickId) }
}

/** @param device null to find the code's link alone */
async function findByCode(
  call: InstallCall,
  code: string | null,
  device: InstallDevice | null,
): Promise<Findings> {
  if (code === null) return NOTHING
  const found = await findCodeClick(call.ctx.database.prisma, code, {
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
