import { randomBytes } from 'node:crypto'
import { signClickToken } from '@throughline/core/matching/click-token'
import { signVisitToken } from '@throughline/core/matching/report-token'
import type { AppContext } from '../../context.js'
import { fbclidSeconds } from '../../domain/clicks/build-click.js'
import { hasGlobalPrivacyControl } from '../../domain/clicks/global-privacy-control.js'
import { linkUrl, withLinkPort } from '../../domain/links/hosts.js'
import { inAppBrowserOf } from '../../domain/devices/in-app-browser.js'
import { ACCEPT_CH, type LinkHostAnswer } from '../response.js'
import { appUrl, storeUrlWithReferrer, type AppParameters } from './deep-links.js'
import type { Decision } from '../decide-response.js'
import type { LinkHostCall } from '../link-host.js'
import { landingPage, type LandingPage } from './landing-page.js'
import { pageHeaders } from './page-headers.js'
import { pageLanguageOf } from './page-language.js'
import { pageOwnerOf } from '../../domain/links/page-owner.js'
import type { Visitor } from '../visitor.js'
import type { ServedLink } from '../../domain/links/served-link.js'

/** Long enough for a slow phone to run the page, too short to be worth keeping. */
const VISIT_TOKEN_SECONDS = 600

export interface PageInput {
  call: Pick<LinkHostCall, 'host' | 'project' | 'request' | 'rawQuery'>
  link: ServedLink
  visitor: Visitor
  /** Null where nothing may be attributed to the request: then the page carries no token. */
  clickId: string | null
  decision: Extract<Decision, { kind: 'page' }>
}

/** The landing page, which is also what preview bots get. */
export function answerPage(
  ctx: Pick<AppContext, 'config' | 'keys'>,
  input: PageInput,
): LinkHostAnswer {
  const { call, link, visitor, decision } = input
  const { store } = decision
  const { project, request } = call
  const tokens = tokensOf(ctx.keys, input)
  const parameters = parametersOf(input)
  // By the host that was asked, which the look-up has found to be the project's: nobody is to see another name.
  const shortUrl = linkUrl(ctx.config, withLinkPort(ctx.config, call.host), link.code)
  const nonce = randomBytes(16).toString('base64')
  const { body, hasPicture } = renderSmall(visitor.device, {
    nonce,
    language: pageLanguageOf(request.headers['accept-language']),
    owner: pageOwnerOf(project),
    // Never by the link's own name, which its owner gave it for nobody else to read.
    title: link.socialTitle ?? project.name,
    description: link.socialDescription,
    image: link.socialImage,
    shortUrl,
    hasSocialTags: true,
    openUrl: link.isDeeplink ? appUrl(project.id, parameters) : null,
    storeUrl: store === null ? null : storeUrlWithReferrer(store, parameters, tokens.click),
    // Where the store is all that the link has, a second way there would be without the referrer.
    webUrl: decision.target === store ? null : decision.webUrl,
    desktopUrl: decision.desktopUrl,
    visitToken: tokens.visit,
    clipboardUrl: clipboardUrlOf(input, shortUrl, tokens.click),
    browserUrl: browserUrlOf(input, shortUrl),
  })
  const headers = pageHeaders(nonce, { hasPicture })
  return { status: 200, headers: { ...headers, 'Accept-CH': ACCEPT_CH }, body }
}

/** What a page may weigh, its picture included. */
const MAX_PAGE_BYTES = 10_000

/**
 * Where the page is too heavy, such as with long click ids, the picture gives way, and then what is there twice: the
 * query of the URL that is there to be copied, and what previews show, which phones have no use for. The ways on are
 * never cut.
 */
function renderSmall(
  { isPreviewBot }: Visitor['device'],
  full: LandingPage,
): { body: string; hasPicture: boolean } {
  const body = landingPage(full)
  if (isSmall(body)) return { body, hasPicture: full.owner.icon !== null }
  const bare = { ...full, owner: { ...full.owner, icon: null } }
  const bareBody = landingPage(bare)
  if (isSmall(bareBody)) return { body: bareBody, hasPicture: false }
  const browserUrl = full.browserUrl === null ? null : full.shortUrl
  const shortest = { ...bare, browserUrl, hasSocialTags: isPreviewBot }
  return { body: landingPage(shortest), hasPicture: false }
}

function isSmall(body: string): boolean {
  return Buffer.byteLength(body) <= MAX_PAGE_BYTES
}

function tokensOf(
  keys: AppContext['keys'],
  { call, clickId, visitor }: PageInput,
): { click: string | null; visit: string | null } {
  if (clickId === null) return { click: null, visit: null }
  const names = { clickId, projectId: call.project.id }
  const expiresAtSeconds = Math.floor(visitor.now.getTime() / 1000) + VISIT_TOKEN_SECONDS
  return {
    click: signClickToken({ ...names, key: keys.clickToken }),
    // Without it the page reports nothing, and neither stores nor reads anything in the browser.
    visit: hasGlobalPrivacyControl(call.request.headers)
      ? null
      : signVisitToken({ ...names, expiresAtSeconds, key: keys.visitToken }),
  }
}

function parametersOf({ link, visitor, decision }: PageInput): AppParameters {
  return {
    actualUrl: decision.destination,
    code: link.code,
    campaignId: link.campaignId,
    campaignName: link.campaign?.name ?? null,
    utm: decision.utm,
    clickIds: visitor.clickIds,
    fbclidCapturedAt: fbclidSeconds(visitor.clickIds, visitor.now),
  }
}

/** What an installed app may read out of the clipboard: only on iOS, which has no referrer, and where it is on. */
function clipboardUrlOf(
  { call, visitor }: PageInput,
  shortUrl: string,
  clickToken: string | null,
): string | null {
  const { platform, mayBeIpad } = visitor.device
  const isWanted = call.project.clipboard && (platform === 'ios' || mayBeIpad)
  return isWanted && clickToken !== null ? `${shortUrl}?click_token=${clickToken}` : null
}

/** Longer URLs are nobody's to copy: click ids and UTM together have some 500 characters. */
const MAX_COPIED_LENGTH = 2_000

/** The link as it was followed, for a browser of its own; null in one. */
function browserUrlOf({ call, visitor }: PageInput, shortUrl: string): string | null {
  if (inAppBrowserOf(call.request.headers['user-agent']) === null) return null
  const query = visitor.query.map(([, , text]) => text).join('&')
  const url = query === '' ? shortUrl : `${shortUrl}?${query}`
  return url.length <= MAX_COPIED_LENGTH ? url : shortUrl
}
