import { randomBytes } from 'node:crypto'
import { signClickToken } from '@throughline/core/matching/click-token'
import { signReportToken } from '@throughline/core/matching/report-token'
import type { AppContext } from '../context.js'
import { hasGlobalPrivacyControl } from '../domain/clicks/global-privacy-control.js'
import { linkUrl, withLinkPort } from '../domain/links/hosts.js'
import { inAppBrowserOf } from '../domain/devices/in-app-browser.js'
import { ACCEPT_CH, type LinkHostAnswer } from './response.js'
import type { Decision } from '../domain/links/decide-response.js'
import { pageContentOf } from '../domain/links/page-content.js'
import type { LinkHostCall } from './link-host.js'
import { pageHeaders } from './page-headers.js'
import { pageLanguageOf } from '../domain/links/page/page-language.js'
import { renderPage } from '../domain/links/page/render-page.js'
import { pageOwnerOf } from '../domain/links/page-owner.js'
import type { Visitor } from '../domain/clicks/visitor.js'
import type { ServedLink } from '../domain/links/served-link.js'

/** Long enough for a slow phone to run the page, and too short to be worth stealing. */
const REPORT_TOKEN_SECONDS = 600

export interface PageInput {
  call: Pick<LinkHostCall, 'host' | 'project' | 'request' | 'rawQuery'>
  link: ServedLink
  visitor: Visitor
  /** Null if no install may be attributed to the request; the page then has no token. */
  clickId: string | null
  decision: Extract<Decision, { kind: 'page' }>
}

export function answerPage(
  ctx: Pick<AppContext, 'config' | 'keys'>,
  input: PageInput,
): LinkHostAnswer {
  const { call, link, visitor, decision } = input
  const { project, request } = call
  const tokens = tokensOf(ctx.keys, input)
  const found = { project, link, visitor, decision }
  // The URL has the requested host, which belongs to the project, so that visitors see no other name.
  const shortUrl = linkUrl(ctx.config, withLinkPort(ctx.config, call.host), link.code)
  const nonce = randomBytes(16).toString('base64')
  const { body, hasPicture } = renderPage(visitor.device, {
    ...pageContentOf(found, tokens.click),
    nonce,
    language: pageLanguageOf(request.headers['accept-language']),
    owner: pageOwnerOf(project),
    shortUrl,
    hasSocialTags: true,
    reportToken: tokens.visit,
    clipboardUrl: clipboardUrlOf(input, shortUrl, tokens.click),
    browserUrl: browserUrlOf(input, shortUrl),
  })
  const headers = pageHeaders(nonce, { hasPicture })
  return { status: 200, headers: { ...headers, 'Accept-CH': ACCEPT_CH }, body }
}

function tokensOf(
  keys: AppContext['keys'],
  { call, clickId, visitor }: PageInput,
): { click: string | null; visit: string | null } {
  if (clickId === null) return { click: null, visit: null }
  const names = { clickId, projectId: call.project.id }
  const expiresAtSeconds = Math.floor(visitor.now.getTime() / 1000) + REPORT_TOKEN_SECONDS
  return {
    click: signClickToken({ ...names, key: keys.clickToken }),
    // Without a token, the page reports, stores and reads nothing in the browser.
    visit: hasGlobalPrivacyControl(call.request.headers)
      ? null
      : signReportToken({ ...names, expiresAtSeconds, key: keys.reportToken }),
  }
}

/** Text that an installed app may read from the clipboard; only on iOS, which has no referrer, and if enabled. */
function clipboardUrlOf(
  { call, visitor }: PageInput,
  shortUrl: string,
  clickToken: string | null,
): string | null {
  const { platform, mayBeIpad } = visitor.device
  const isWanted = call.project.clipboard && (platform === 'ios' || mayBeIpad)
  return isWanted && clickToken !== null ? `${shortUrl}?click_token=${clickToken}` : null
}

/** Longer than any URL worth copying: click ids and UTM together have about 500 characters. */
const MAX_COPIED_LENGTH = 2_000

/** Returns the followed link to open in a full browser; null if the visitor uses one. */
function browserUrlOf({ call, visitor }: PageInput, shortUrl: string): string | null {
  if (inAppBrowserOf(call.request.headers['user-agent']) === null) return null
  const query = visitor.query.map(([, , text]) => text).join('&')
  const url = query === '' ? shortUrl : `${shortUrl}?${query}`
  return url.length <= MAX_COPIED_LENGTH ? url : shortUrl
}
