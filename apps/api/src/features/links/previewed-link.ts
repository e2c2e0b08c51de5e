import type { PreviewDevice, PreviewLinkBody } from '@throughline/contracts/link-preview'
import { fieldError, fieldErrors } from '@throughline/core/lib/errors'
import { findCampaign } from '@throughline/db/links/campaigns'
import type { LinkRecord } from '@throughline/db/links/links'
import { readVisitor, type Visitor } from '../../domain/clicks/visitor.js'
import type { ServedLink } from '../../domain/links/served-link.js'
import type { Call } from '../../http/route.js'
import { requireLink } from './link-call.js'
import { linkColumns } from './link-columns.js'
import { knownAppIds } from './lookup-apps.js'
import { validateChanges, validateNewLinks } from './validate-links.js'

type PreviewCall = Call<object>

/** The saved link, the unsaved fields, or the saved link with the fields. @throws DomainError `validation_failed` */
export async function readPreviewedLink(
  call: PreviewCall,
  { code, link: fields }: Pick<PreviewLinkBody, 'code' | 'link'>,
): Promise<ServedLink> {
  const { db, project } = call
  if (code === undefined && fields === undefined)
    throw fieldError('code', 'is required, unless link is given')
  const stored =
    code === undefined ? null : await requireLink({ ...call, params: { code }, body: undefined })
  if (fields === undefined) return stored ?? unsavedLink(project.id)
  await validateFields(call, fields, stored)
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

async function validateFields(
  call: PreviewCall,
  fields: NonNullable<PreviewLinkBody['link']>,
  stored: LinkRecord | null,
): Promise<void> {
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
    id: 0,
    projectId,
    code: '',
    isDeeplink: false,
    shouldOpenStore: true,
    actualUrl: null,
    iosUrl: null,
    androidUrl: null,
    fallbackUrl: null,
    iosBundleId: null,
    androidPackageName: null,
    iosAppId: null,
    campaignId: null,
    campaign: null,
    utmSource: null,
    utmMedium: null,
    utmCampaign: null,
    utmTerm: null,
    utmContent: null,
    socialTitle: null,
    socialDescription: null,
    socialImage: null,
    expiresAt: null,
    expiredUrl: null,
    archivedAt: null,
  }
}

interface SimulatedVisitor {
  device: PreviewDevice
  user_agent?: string | undefined
  query: string
}

export function previewVisitor(simulated: SimulatedVisitor): Visitor {
  const headers = { 'user-agent': previewAgent(simulated) }
  return readVisitor({ method: 'GET', headers }, simulated.query)
}

export function previewAgent({ user_agent, device }: Omit<SimulatedVisitor, 'query'>): string {
  return user_agent ?? AGENTS[device]
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
