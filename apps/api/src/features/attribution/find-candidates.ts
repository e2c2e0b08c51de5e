import { uuidV7Time } from '@throughline/core/lib/ids'
import type { ClickCandidate } from '@throughline/core/matching/match-types'
import { MAX_WINDOW_MINUTES } from '@throughline/core/matching/match-window'
import { CLICK_ID_NAMES } from '@throughline/core/links/click-ids'
import { referrerSource, type InstallReferrer } from '@throughline/core/matching/referrer'
import { findLinkByCode } from '@throughline/db/links/links'
import type { AttributedLink } from '@throughline/db/attribution/attributed-links'
import type { InstallOrigin } from '@throughline/db/attribution/match-candidates'
import type { AddressHashes } from '../../domain/clicks/address-hash.js'
import type { InstallCall } from './install-call.js'
import type { InstallDevice } from './read-install-device.js'
import type { InstallSource } from './read-install-source.js'
import type { MissingClick } from './reject-while-spooled.js'

export interface Findings {
  codeLinkId: number | null
  candidates: ClickCandidate[]
  /** The click of a genuine token that is not in the database, or null. */
  missingClick: MissingClick | null
}

const NOTHING: Findings = { codeLinkId: null, candidates: [], missingClick: null }

export async function findCandidates(
  call: InstallCall,
  device: InstallDevice,
  { clickToken, code, referrer }: InstallSource,
): Promise<Findings> {
  if (clickToken.state === 'wrong_project') return NOTHING
  if (clickToken.state === 'valid') return findByToken(call, clickToken.clickId, code)
  const byCode = await findByCode(call, code, device)
  if (byCode.codeLinkId !== null) return byCode
  return { ...NOTHING, candidates: await listReportedClicks(call, device, namesSource(referrer)) }
}

export async function listReportedClicks(
  call: InstallCall,
  device: AddressHashes,
  wantsParams: boolean,
): Promise<ClickCandidate[]> {
  const origin = originOf(call, device, wantsParams)
  return origin === null ? [] : call.ctx.installs.candidates(origin)
}

export function originOf(
  call: InstallCall,
  { ipHash, ipPrefixHash }: AddressHashes,
  wantsParams: boolean,
): InstallOrigin | null {
  if (ipPrefixHash === null) return null
  return {
    projectId: call.project.id,
    ipHash,
    ipPrefixHash,
    windowMinutes: windowMinutesOf(call),
    wantsParams,
    wantsTests: isTest(call),
  }
}

export async function readLinkOfCode(
  { ctx, project }: InstallCall,
  code: string,
): Promise<AttributedLink | null> {
  const link = await findLinkByCode(ctx.database.prisma, project.id, code)
  if (link === null) return null
  const found = await ctx.installs.link({ projectId: project.id, linkId: link.id, clickId: null })
  return found?.link ?? null
}

async function findByToken(
  call: InstallCall,
  clickId: string,
  code: string | null,
): Promise<Findings> {
  const click = await call.ctx.installs.tokenClick({ projectId: call.project.id, clickId })
  // A real install ignores test clicks.
  if (click?.isTest === true && !isTest(call)) return NOTHING
  if (click !== null) return { ...NOTHING, candidates: [click] }
  const missingClick = { id: clickId, clickedAt: uuidV7Time(clickId) }
  const { codeLinkId } = await findByCode(call, code, { ipPrefixHash: null })
  return { ...NOTHING, codeLinkId, missingClick }
}

async function findByCode(
  call: InstallCall,
  code: string | null,
  { ipPrefixHash }: Pick<InstallDevice, 'ipPrefixHash'>,
): Promise<Findings> {
  if (code === null) return NOTHING
  const found = await call.ctx.installs.codeClicks({
    code,
    projectId: call.project.id,
    ipPrefixHash,
    windowMinutes: windowMinutesOf(call),
    wantsTests: isTest(call),
  })
  if (found === null) return NOTHING
  return { ...NOTHING, codeLinkId: found.linkId, candidates: found.clicks }
}

function namesSource(referrer: InstallReferrer | null): boolean {
  if (referrer === null) return false
  const hasClickId = CLICK_ID_NAMES.some((name) => referrer.clickIds[name] !== null)
  return hasClickId || referrerSource(referrer) !== null
}

function isTest({ body }: InstallCall): boolean {
  return body.test === true
}

function windowMinutesOf({ project }: InstallCall): number {
  return Math.min(project.windowMinutes, MAX_WINDOW_MINUTES)
}
