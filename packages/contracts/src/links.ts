import { z } from 'zod'
import { formatQuery, numberedPageOf, pagedQuery } from './pagination.js'
import { queryId } from './query-id.js'
import { cleanText } from './text.js'
import { moment, timestamp } from './timestamp.js'
import { utmInput, utmOutput } from './utm.js'

const MAX_URL_LENGTH = 2048
export const MAX_TAGS = 50
const MAX_ID = 2_147_483_647

const url = cleanText(1, MAX_URL_LENGTH).nullish()
const text = (max: number) => cleanText(1, max).nullish()
/** `is_deep_link` is an alias that some callers send; `is_deeplink` takes precedence. */
const flag = z.boolean().optional()

const tags = z
  .array(cleanText(1, 64))
  .max(MAX_TAGS, `must have at most ${MAX_TAGS} entries`)
  .transform((given) => [...new Set(given)])

const APP_URL =
  'An https URL or the project’s custom scheme; takes precedence over the URL derived from the app id'

const fields = {
  actual_url: url.describe(
    'Destination of the link; optional if a store URL or fallback URL is set',
  ),
  url: url.describe('Alias of actual_url'),
  name: text(255).describe('Internal name; never shown to visitors'),
  campaign_id: z
    .number()
    .int()
    .min(1)
    .max(MAX_ID)
    .nullish()
    .describe('Id of a campaign of the project; its UTM values take precedence'),
  is_deeplink: flag.describe(
    'Whether phones get the landing page, which opens the app. Desktops are always redirected',
  ),
  is_deep_link: flag.describe('Alias of is_deeplink'),
  ios_url: url.describe(APP_URL),
  android_url: url.describe(APP_URL),
  fallback_url: url.describe('Fallback for phones without the app and without a store URL'),
  ios_bundle_id: text(155)
    .refine(
      (value) => value == null || /^[A-Za-z0-9.-]+$/.test(value),
      'must be a bundle id such as com.example.app',
    )
    .describe(
      'Bundle id of the app. If ios_url is missing, the server looks it up in the App Store by this id after the response',
    ),
  android_package_name: text(255)
    .refine(
      (value) => value == null || /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/.test(value),
      'must be a package name such as com.example.app',
    )
    .describe(
      'Package name of the app. If android_url is missing, the link uses the app’s page on Google Play',
    ),
  should_open_store: flag.describe(
    'Whether phones without the app go to the store (default) or to fallback_url or actual_url',
  ),
  social_title: text(255).describe(
    'Title of the landing page and of previews; default: the name of the project',
  ),
  social_description: text(160).describe('Description in previews'),
  social_image: url.describe('https URL of the image in previews'),
  ...utmInput,
  expires_at: moment
    .nullish()
    .describe('From this time on, the link returns 410 or redirects to expired_url'),
  expired_url: url.describe('Destination after expiry, without the visitor’s query'),
  tags: tags.optional().describe('Labels to filter links by'),
}

export const createLinkBody = z.object({
  ...fields,
  code: cleanText(1, 64)
    .optional()
    .describe('Code of letters, digits, _ and -; default: 7 generated characters'),
})

export type CreateLinkBody = z.output<typeof createLinkBody>

/** PUT /api/links/{code}: a missing key keeps its value; null clears a nullable one. */
export const updateLinkBody = z.object({
  ...fields,
  archived: z
    .boolean()
    .optional()
    .describe('false restores an archived link; true archives it, as DELETE does'),
  code: cleanText(1, 64)
    .optional()
    .describe('Must equal the current code, because codes in print must stay valid'),
})

export type UpdateLinkBody = z.output<typeof updateLinkBody>

export const MAX_BULK_LINKS = 100

export const createLinksBody = z.object({
  links: z
    .array(createLinkBody)
    .min(1, 'must have at least one entry')
    .max(MAX_BULK_LINKS, `must have at most ${MAX_BULK_LINKS} entries`)
    .describe('The links to create, in order'),
  dry_run: z.boolean().default(false).describe('Whether the links are only checked, not created'),
})

export type CreateLinksBody = z.output<typeof createLinksBody>

const distinctCodes = z
  .array(cleanText(1, 64))
  .min(1, 'must have at least one entry')
  .max(MAX_BULK_LINKS, `must have at most ${MAX_BULK_LINKS} entries`)
  .transform((given) => [...new Set(given)])

/** POST /api/links/bulk-update */
export const updateLinksBody = z
  .object({
    codes: distinctCodes.describe('Codes of the links to change'),
    archived: z.boolean().optional().describe('true archives the links, false restores them'),
    campaign_id: fields.campaign_id.describe(
      'Id of their new campaign; null removes them from their campaign',
    ),
    add_tags: tags.optional().describe('Tags to add to the links'),
    remove_tags: tags.optional().describe('Tags to remove from the links'),
  })
  .refine(
    (body) => Object.entries(body).some(([name, value]) => name !== 'codes' && value !== undefined),
    {
      path: ['codes'],
      error: 'say what to change: archived, campaign_id, add_tags or remove_tags',
    },
  )

export type UpdateLinksBody = z.output<typeof updateLinksBody>

const LINK_SORTS = [
  'created_at',
  '-created_at',
  'updated_at',
  '-updated_at',
  'clicked_count',
  '-clicked_count',
  'name',
  '-name',
  'expires_at',
  '-expires_at',
] as const

export type LinkSort = (typeof LINK_SORTS)[number]

export const listLinksQuery = z.strictObject({
  search: cleanText(0, 255)
    .optional()
    .describe('Part of the name, the code or actual_url; case-insensitive'),
  code: cleanText(1, 64)
    .optional()
    .describe('Only the link with this code, even if it is archived or expired'),
  tag: cleanText(1, 64).optional().describe('Only links with this tag'),
  campaign_id: queryId('a campaign').describe('Only links of this campaign'),
  created_by: z
    .enum(['admin', 'sdk'], 'must be admin or sdk')
    .optional()
    .describe('Only links that the project key alone created (`sdk`), or only the others'),
  from: moment.optional().describe('Created at or after this time'),
  to: moment.optional().describe('Created before this time'),
  status: z
    .enum(['active', 'archived', 'expired', ''], 'must be active, archived or expired')
    .optional()
    .describe(
      'Only links with this status. Default, or empty: all links except archived ones; with `code`, all links',
    ),
  sort: z
    .enum(LINK_SORTS, `must be one of ${LINK_SORTS.join(', ')}`)
    .optional()
    .describe(
      'Sort order; `-` means descending. Default: newest first. Page with `page`, not with `cursor`',
    ),
  ...formatQuery,
  ...pagedQuery,
})

export const availabilityQuery = z.strictObject({
  code: z.string().max(200, 'must have at most 200 characters').describe('The requested code'),
})

export type AvailabilityQuery = z.output<typeof availabilityQuery>

export const availability = z.object({
  code: z.string().describe('The requested code'),
  available: z.boolean().describe('Whether a link can be created with the code'),
  reason: z
    .enum(['taken', 'reserved', 'malformed'])
    .nullable()
    .describe('Why the code is not available; null if it is. Archived links keep their code'),
  detail: z
    .string()
    .nullable()
    .describe('Explanation of the reason; null if the code is available'),
  suggestion: z
    .string()
    .nullable()
    .describe(
      'A similar code that is available; null if none was found, or if the requested code is available',
    )
    .meta({ example: 'SPRING-2' }),
})

export type AvailabilityBody = z.infer<typeof availability>

/** GET /api/tags. */
export const listTagsQuery = z.strictObject({
  search: cleanText(1, 255)
    .optional()
    .describe('Only tags that contain this text; case-insensitive'),
})

export type ListTagsQuery = z.output<typeof listTagsQuery>

export const tagList = z.object({
  data: z
    .array(
      z.object({
        tag: z.string().describe('The label'),
        links: z.number().int().describe('Number of links with this tag, without archived ones'),
      }),
    )
    .describe('The tags, most used first'),
})

export type TagListBody = z.infer<typeof tagList>

export type ListLinksQuery = z.output<typeof listLinksQuery>

export const link = z.object({
  id: z.number().int().describe('Id of the link'),
  code: z.string().describe('The last part of the short URL'),
  short_url: z.string().describe('The URL to publish'),
  actual_url: z
    .string()
    .describe(
      'Destination of the link; if not set, the fallback URL or the store URL for the caller’s platform',
    ),
  name: z.string().nullable().describe('Internal name'),
  ios_url: z.string().nullable().describe('Store page or app URL for iOS'),
  android_url: z.string().nullable().describe('Store page or app URL for Android'),
  fallback_url: z
    .string()
    .nullable()
    .describe('Fallback for phones without the app and without a store URL'),
  ios_bundle_id: z.string().nullable().describe('Bundle id of the app in the App Store'),
  android_package_name: z.string().nullable().describe('Package name of the app on Google Play'),
  is_deeplink: z.boolean().describe('Whether phones get the landing page'),
  should_open_store: z.boolean().describe('Whether phones without the app go to the store'),
  campaign_id: z.number().int().nullable().describe('Id of the link’s campaign'),
  campaign_name: z.string().nullable().describe('Name of the link’s campaign'),
  ...utmOutput,
  social_title: z.string().nullable().describe('Title in previews'),
  social_description: z.string().nullable().describe('Description in previews'),
  social_image: z.string().nullable().describe('Image in previews'),
  tags: z.array(z.string()).describe('Labels of the link'),
  clicked_count: z.number().int().describe('Number of clicks so far; at most two seconds late'),
  installs: z
    .number()
    .int()
    .optional()
    .describe(
      'Number of attributed installs so far, without erased ones. Omitted in responses to the project key alone, and in the link of an install',
    ),
  expires_at: timestamp.nullable().describe('When the link expires; null if never'),
  expired_url: z
    .string()
    .nullable()
    .describe('Destination after expiry; null if the link returns 410 then'),
  archived_at: timestamp
    .nullable()
    .describe('When the link was archived; null if it is not archived'),
  created_by: z
    .enum(['admin', 'sdk'])
    .describe('`sdk` if a call with only the project key created it'),
  project_id: z.uuid().describe('Id of the link’s project'),
  created_at: timestamp.describe('When the link was created'),
  updated_at: timestamp.describe('When the link was last changed'),
  version: z.number().int().describe('Increases with every change; send it as `If-Match: "4"`'),
})

export type LinkBody = z.infer<typeof link>

/** The record of a management call. */
export const managedLink = link.required({ installs: true })

/** Pages read by cursor have no `meta`. */
export const linkPage = numberedPageOf(managedLink).partial({ meta: true })

/** POST /api/links/bulk and bulk-update return the links in the order of the request. */
export const linksInOrder = z.object({
  data: z.array(managedLink).describe('The links, in the order of the request'),
})

/** POST /api/links/bulk with `dry_run` */
export const checkedLinks = z.object({
  dry_run: z.literal(true).describe('No link was created'),
  count: z.number().int().describe('Number of links that can be created'),
})

export const linkDomains = z.object({
  data: z.array(z.string()).describe('Hosts without scheme, the project’s own link host first'),
})
