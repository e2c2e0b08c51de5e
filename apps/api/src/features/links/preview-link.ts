import type {
  LinkPreviewBody,
  PreviewDevice,
  PreviewLinkBody,
} from '@throughline/contracts/link-preview'
import { fieldError, fieldErrors } from '@throughline/core/lib/errors'
import { findCampaign } from '@throughline/db/links/campaigns'
import type { LinkRecord } from '@throughline/db/links/links'
import { readVisitor, type Visitor } from '../../domain/clicks/visitor.js'
import { decideAnswer, type Decision } from '../../domain/links/decide-response.js'
import { pageContentOf, type PageContent } from '../../domain/links/page-content.js'
import type { ServedLink } from '../../domain/links/served-link.js'
import type { Answer, Call } from '../../http/route.js'
import { requireLink } from './link-call.js'
import { linkColumns } from './link-columns.js'
import { knownAppIds } from './lookup-apps.js'
import { validateChanges, validateNewLinks } from './validate-links.js'

type PreviewCall = Call<object, unknown, PreviewLinkBody>

/** Previews the response to a visitor with the functions of the link host. Stores and counts nothing. */
export async function previewLink(call: PreviewCall): Promise<Answer> {
  const { body, project } = call
  const link = await readLink(call)
  const agentOf = (userAgent: string) =>
    readVisitor({ method: 'GET', headers: { 'user-agent': userAgent } }, body.query)
  const visitor = agentOf(body.user_agent ?? AGENTS[body.device])
  const contentFor = (seenBy: Visitor) => {
    const decision = decideAnswer(link, seenBy)
    const page = decision.kind === 'page' ? { project, link, visitor: seenBy, decision } : null
    return { decision, page: page === null ? null : pageContentOf(page, null) }
  }
  const { decision, page } = contentFor(visitor)
  const card = contentFor(agentOf(AGENTS.preview_bot)).page
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

async function readLink(call: PreviewCall): Promise<ServedLink> {
  const { db, project, body } = call
  const { code, link: fields } = body
  if (code === undefined && fields === undefined)
    throw fieldError('code', 'is required, unless link is given')
  const stored =
    code === undefined ? null : await requireLink({ ...call, params: { code }, body: undefined })
  if (fields === undefined) return stored ?? unsavedLink(project.id)
  await validateFields(call, stored)
  const columns = linkColumns(fields)
  const base = stored ?? unsavedLink(project.id)
  const { campaignId = base.campaignId } = columns
  const bundleId = fields.ios_bundle_id
  const appIds = await knownAppIds(db, [fields])
  return {
    ...base,
    ...columns,
    campaign: campaignId === null ? null : await findCampaign(db, project.id, campaignId),
    ...(bundleId === undefined ? {} : { iosAppId: appIds.get(bundleId ?? '') ?? null }),
  }
}

async function validateFields(call: PreviewCall, stored: LinkRecord | null): Promise<void> {
  const fields = call.body.link ?? {}
  const code = stored?.code ?? ''
  const [rejected = {}] =
    stored === null
      ? await validateNewLinks(call, [fields])
      : [await validateChanges({ ...call, params: { code } }, fields, stored)]
  const named = Object.entries(rejected).map(([name, texts]) => [`link.${name}`, texts])
  if (named.length > 0) throw fieldErrors(Object.fromEntries(named) as typeof rejected)
}

function unsavedLink(projectId: string): ServedLink {
  return {
    ...{ id: 0, projectId, code: '', isDeeplink: false, shouldOpenStore: true },
    ...{ actualUrl: null, iosUrl: null, androidUrl: null, fallbackUrl: null },
    ...{ iosBundleId: null, androidPackageName: null, iosAppId: null },
    ...{ campaignId: null, campaign: null, utmSource: null, utmMedium: null },
    ...{ utmCampaign: null, utmTerm: null, utmContent: null },
    ...{ socialTitle: null, socialDescription: null, socialImage: null },
    ...{ expiresAt: null, expiredUrl: null, archivedAt: null },
  }
}

const IOS = 'CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0'

/** User agents of current browsers. */
const AGENTS: Record<PreviewDevice, string> = {
  iphone: `Mozilla/5.0 (iPhone; ${IOS} Version/18.5 Mobile/15E148 Safari/604.1`,
  // An iPad sends the user agent of Safari on a Mac; the page distinguishes them.
  ipad: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  android: `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`,
  windows: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
  mac: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`,
  instagram_iphone: `Mozilla/5.0 (iPhone; ${IOS} Mobile/15E148 Instagram 380.0.0.20.97`,
  instagram_android: `Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36 Instagram 380.0.0.20.97 Android`,
  preview_bot: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
}
