import { claimedClickId, verifyClickToken } from '@throughline/core/matching/click-token'
import type { ClickTokenState, MatchSource } from '@throughline/core/matching/match-types'
import {
  parseClipboardLink,
  parseInstallReferrer,
  type InstallReferrer,
} from '@throughline/core/matching/referrer'
import { findClickProject } from '@throughline/db/attribution/match-candidates'
import { listProvedDomains } from '@throughline/db/projects/projects'
import { hostNameOf, linkHostOf } from '../../domain/links/hosts.js'
import type { InstallCall } from './install-call.js'

export interface InstallSource {
  clickToken: ClickTokenState
  code: string | null
  source: MatchSource | null
  referrer: InstallReferrer | null
}

interface Hint {
  source: MatchSource
  token: string | null
  code: string | null
  /** The host of the code's URL; null for a referrer, which has no URL. */
  host: string | null
}

/**
 * The referrer takes precedence over the clipboard, and a genuine token over any code. A token is verified before its
 * click is read.
 */
export async function readInstallSource(call: InstallCall): Promise<InstallSource> {
  const { install_referrer: text } = call.body
  const referrer = text === undefined ? null : parseInstallReferrer(text)
  return { ...(await readTokenAndCode(call, hintsOf(call, referrer))), referrer }
}

async function readTokenAndCode(
  call: InstallCall,
  hints: Hint[],
): Promise<Omit<InstallSource, 'referrer'>> {
  for (const { token, code, source } of hints) {
    const clickId = token === null ? null : verify(call, token, call.project.id)
    if (clickId !== null) return { clickToken: { state: 'valid', clickId }, code, source }
  }
  for (const { token, source } of hints) {
    if (token !== null && (await isOfOtherProject(call, token)))
      return { clickToken: { state: 'wrong_project' }, code: null, source }
  }
  const state = hints.some(({ token }) => token !== null) ? 'invalid' : 'absent'
  for (const { code, host, source } of hints) {
    if (code !== null && (host === null || (await isOwnHost(call, host))))
      return { clickToken: { state }, code, source }
  }
  return { clickToken: { state }, code: null, source: null }
}

function hintsOf({ body, project }: InstallCall, referrer: InstallReferrer | null): Hint[] {
  const hints: Hint[] = []
  if (referrer !== null) {
    const { clickToken, code } = referrer
    hints.push({ source: 'referrer', token: clickToken, code, host: null })
  }
  // The clipboard is used only if the project enabled it, whatever the app sends.
  const link = project.clipboard ? parseClipboardLink(body.link_url ?? '') : null
  if (link !== null)
    hints.push({ source: 'clipboard', token: link.clickToken, code: link.code, host: link.host })
  return hints
}

function verify({ ctx }: InstallCall, token: string, projectId: string): string | null {
  return verifyClickToken(token, projectId, ctx.keys.clickToken)
}

/** Whether another project issued the token. The token's MAC covers the project, so a forged token reveals nothing. */
async function isOfOtherProject(call: InstallCall, token: string): Promise<boolean> {
  const clickId = claimedClickId(token)
  const projectId =
    clickId === null ? null : await findClickProject(call.ctx.database.prisma, clickId)
  return projectId !== null && verify(call, token, projectId) !== null
}

async function isOwnHost({ ctx, project }: InstallCall, host: string): Promise<boolean> {
  if (host === hostNameOf(linkHostOf(ctx.config, project.prefix))) return true
  return (await listProvedDomains(ctx.database.prisma, project.id)).includes(host)
}
