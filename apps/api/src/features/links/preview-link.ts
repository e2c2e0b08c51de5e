import type { LinkPreviewBody, PreviewLinkBody } from '@throughline/contracts/link-preview'
import type { Visitor } from '../../domain/clicks/visitor.js'
import { decideAnswer, type Decision } from '../../domain/links/decide-response.js'
import { pageContentOf, type PageContent } from '../../domain/links/page-content.js'
import type { ServedLink } from '../../domain/links/served-link.js'
import type { Answer, Call } from '../../http/route.js'
import { previewVisitor, readPreviewedLink } from './previewed-link.js'

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
    ...{ title: page.title, description: page.description, image: page.image, owner },
    open_url: page.openUrl,
    store_url: page.storeUrl,
    web_url: page.webUrl,
    desktop_url: page.desktopUrl,
  }
}

function presentCard({ title, description, image }: PageContent): LinkPreviewBody['card'] {
  return { title, description, image }
}
