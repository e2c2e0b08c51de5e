import { randomBytes } from 'node:crypto'
import type {
  LinkPreviewBody,
  PreviewLinkBody,
  PreviewPageQuery,
} from '@throughline/contracts/link-preview'
import { domainError } from '@throughline/core/lib/errors'
import type { Visitor } from '../../domain/clicks/visitor.js'
import { inAppBrowserOf } from '../../domain/devices/in-app-browser.js'
import { decideAnswer, type Decision } from '../../domain/links/decide-response.js'
import { linkUrl, shortUrlHostOf } from '../../domain/links/hosts.js'
import { pageContentOf, type PageContent } from '../../domain/links/page-content.js'
import { pageOwnerOf } from '../../domain/links/page-owner.js'
import { pageLanguageOf } from '../../domain/links/page/page-language.js'
import { renderPage } from '../../domain/links/page/render-page.js'
import type { ServedLink } from '../../domain/links/served-link.js'
import type { Answer, Call } from '../../http/route.js'
import { previewPageHeaders } from '../../http/security-headers.js'
import { previewAgent, previewVisitor, readPreviewedLink } from './previewed-link.js'

/** Previews the response to a visitor with the functions of the link host. Stores and counts nothing. */
export async function previewLink(call: Call<object, unknown, PreviewLinkBody>): Promise<Answer> {
  const { body, project } = call
  const link = await readPreviewedLink(call, body)
  const visitor = previewVisitor(body)
  const contentFor = (seenBy: Visitor) => {
    const decision = decideAnswer(link, seenBy)
    const page = decision.kind === 'page' ? { project, link, visitor: seenBy, decision } : null
    return { decision, page: page === null ? null : pageContentOf(page, null) }
  }
  const { decision, page } = contentFor(visitor)
  const card = contentFor(previewVisitor({ device: 'preview_bot', query: body.query })).page
  const { platform, osVersion, browser, isPreviewBot } = visitor.device
  const answer: LinkPreviewBody = {
    device: { platform, os_version: osVersion, browser },
    counted: visitor.uncountedReason === null,
    uncounted_reason: visitor.uncountedReason,
    answer: ANSWERS[decision.kind],
    rule: ruleOf(link, decision, visitor),
    ...landingOf(decision, page, { isPreviewBot, hasApp: body.app_installed }),
    page: page === null ? null : presentPage(page, project.name),
    card: card === null ? null : presentCard(card),
  }
  return { status: 200, body: answer }
}

const ANSWERS = { page: 'page', redirect: 'redirect', expired: 'redirect', gone: 'gone' } as const

function ruleOf(
  link: ServedLink,
  decision: Decision,
  { device }: Visitor,
): LinkPreviewBody['rule'] {
  if (decision.kind === 'gone') return decision.reason
  if (decision.kind === 'expired') return 'expired_url'
  if (decision.kind === 'redirect') return link.isDeeplink ? 'no_phone' : 'not_a_deep_link'
  return device.isPreviewBot ? 'preview_bot' : 'deep_link'
}

/** The page opens the app if it is installed, otherwise the store if the link uses one, otherwise the web. */
function landingOf(
  decision: Decision,
  page: PageContent | null,
  { isPreviewBot, hasApp }: { isPreviewBot: boolean; hasApp: boolean },
): Pick<LinkPreviewBody, 'lands' | 'url'> {
  if (decision.kind === 'gone') return { lands: 'nowhere', url: null }
  if (decision.kind !== 'page') return { lands: 'web', url: decision.location }
  if (isPreviewBot || page === null) return { lands: 'page', url: null }
  if (hasApp && page.openUrl !== null) return { lands: 'app', url: page.openUrl }
  if (page.storeUrl !== null) return { lands: 'store', url: page.storeUrl }
  return { lands: 'web', url: page.webUrl }
}

function presentPage(page: PageContent, owner: string): NonNullable<LinkPreviewBody['page']> {
  return {
    title: page.title,
    description: page.description,
    image: page.image,
    owner,
    open_url: page.openUrl,
    store_url: page.storeUrl,
    web_url: page.webUrl,
    desktop_url: page.desktopUrl,
  }
}

function presentCard({ title, description, image }: PageContent): LinkPreviewBody['card'] {
  return { title, description, image }
}

/** The landing page as a visitor would see it, for a frame of the panel. Counts nothing and leads nowhere. */
export async function previewPage(call: Call<object, PreviewPageQuery>): Promise<Answer> {
  const { ctx, headers, project, query } = call
  const link = await readPreviewedLink(call, query)
  const visitor = previewVisitor(query)
  const decision = decideAnswer(link, visitor)
  if (decision.kind !== 'page')
    throw domainError('not_found', 'This visitor gets no page. POST /api/links/preview says why.')
  const nonce = randomBytes(16).toString('base64')
  const shortUrl = linkUrl(ctx.config, shortUrlHostOf(ctx.config, project), link.code)
  const { body, hasPicture } = renderPage(visitor.device, {
    nonce,
    shortUrl,
    isInert: true,
    hasSocialTags: false,
    reportToken: null,
    clipboardUrl: null,
    language: pageLanguageOf(headers['accept-language'] as string | undefined),
    owner: pageOwnerOf(project),
    ...pageContentOf({ project, link, visitor, decision }, null),
    browserUrl: inAppBrowserOf(previewAgent(query)) === null ? null : shortUrl,
  })
  return {
    status: 200,
    body,
    contentType: 'text/html; charset=utf-8',
    headers: previewPageHeaders(nonce, { hasPicture }),
  }
}
