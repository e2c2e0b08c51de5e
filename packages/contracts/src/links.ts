import { z } from 'zod'
import { numberedPageOf, pagedQuery } from './pagination.js'
import { queryId } from './query-id.js'
import { cleanText } from './text.js'
import { moment, timestamp } from './timestamp.js'
import { utmInput, utmOutput } from './utm.js'

const MAX_URL_LENGTH = 2048
const MAX_TAGS = 50
const MAX_ID = 2_147_483_647

const url = cleanText(1, MAX_URL_LENGTH).nullish()
const text = (max: number) => cleanText(1, max).nullish()
/** `is_deep_link`: the alias that some callers send; the plain name wins where both are sent. */
const flag = z.boolean().optional()

const tags = z
  .array(cleanText(1, 64))
  .max(MAX_TAGS, `must have at most ${MAX_TAGS} entries`)
  .transform((given) => [...new Set(given)])

const APP_URL =
  'https, as a store’s page, or the project’s own scheme; before what its app id stands for'

/** What both a create and an update may say of a link. */
const fields = {
  actual_url: url.describe(
    'Where the link leads. It may be left out where a store or fallback URL is given',
  ),
  url: url.describe('Another name of actual_url'),
  name: text(255).describe('For your own eyes: no page that visitors see shows it'),
  campaign_id: z.number().int().min(1).max(MAX_ID).nullish(),
  is_deeplink: flag.describe(
    'Whether phones get the landing page, which opens the app; desktops are redirected either way',
  ),
  is_deep_link: flag.describe('Another name of is_deeplink'),
  ios_url: url.describe(APP_URL),
  android_url: url.describe(APP_URL),
  fallback_url: url.describe('Where phones go that get neither the app nor a store'),
  ios_bundle_id: text(155)
    .refine(
      (value) => value == null || /^[A-Za-z0-9.-]+$/.test(value),
      'must be a bundle id such as com.example.app',
    )
    .describe('By it ios_url, where it is missing, is looked up in the App Store after the answer'),
  android_package_name: text(255)
    .refine(
      (value) => value == null || /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/.test(value),
      'must be a package name such as com.example.app',
    )
    .describe('Stands for its page on Play where android_url is missing'),
  should_open_store: flag.describe(
    'Whether phones without the app go to the store, which is so unless told; else to fallback_url or actual_url',
  ),
  social_title: text(255).describe(
    'The title of the landing page and of previews; without it, the project’s name',
  ),
  social_description: text(160),
  social_image: url,
  ...utmInput,
  expires_at: moment.nullish().describe('From then on the link is 410, or leads to expired_url'),
  expired_url: url.describe(
    'Where those go who come too late, without their query; no record shows it',
  ),
  tags: tags.optional(),
}

/** POST /api/links. Which URLs and codes are allowed is judged by the operation, not here. */
export const createLinkBody = z.object({ ...fields, code: cleanText(1, 64).optional() })

export type CreateLinkBody = z.output<typeof createLinkBody>

/** PUT /api/links/{code}: a missing key keeps its value, null clears one that a link may lack. */
export const updateLinkBody = z.object({
  ...fields,
  code: cleanText(1, 64)
    .optional()
    .describe('May be repeated, but not changed: what was printed must keep its meaning'),
})

export type UpdateLinkBody = z.output<typeof updateLinkBody>

export const MAX_BULK_LINKS = 100

/** POST /api/links/bulk. */
export const createLinksBody = z.object({
  links: z
    .array(createLinkBody)
    .min(1, 'must have at least one entry')
    .max(MAX_BULK_LINKS, `must have at most ${MAX_BULK_LINKS} entries`),
})

export type CreateLinksBody = z.output<typeof createLinksBody>

/** GET /api/links: by `limit` and `cursor`, or by `page` and `per_page`. */
export const listLinksQuery = z.strictObject({
  search: cleanText(0, 255)
    .optional()
    .describe('Part of the name, the code or actual_url, in any case'),
  tag: cleanText(1, 64).optional(),
  campaign_id: queryId('a campaign'),
  status: z
    .enum(['active', 'archived', 'expired', ''], 'must be active, archived or expired')
    .optional()
    .describe('Unless told, or empty, all but archived ones'),
  ...pagedQuery,
})

export type ListLinksQuery = z.output<typeof listLinksQuery>

/** The link record, in the key order of docs/api-contract.md, "Link fields". */
export const link = z.object({
  id: z.number().int(),
  code: z.string(),
  short_url: z.string(),
  actual_url: z
    .string()
    .describe('Where none was given: the fallback URL, else a store URL by the caller’s platform'),
  name: z.string().nullable(),
  ios_url: z.string().nullable(),
  android_url: z.string().nullable(),
  fallback_url: z.string().nullable(),
  ios_bundle_id: z.string().nullable(),
  android_package_name: z.string().nullable(),
  is_deeplink: z.boolean(),
  should_open_store: z.boolean(),
  campaign_id: z.number().int().nullable(),
  campaign_name: z.string().nullable(),
  ...utmOutput,
  social_title: z.string().nullable(),
  social_description: z.string().nullable(),
  social_image: z.string().nullable(),
  tags: z.array(z.string()),
  clicked_count: z.number().int(),
  expires_at: timestamp.nullable(),
  project_id: z.uuid(),
  created_at: timestamp,
  updated_at: timestamp,
})

export type LinkBody = z.infer<typeof link>

/** Pages that a cursor leads to have no `meta`: who goes on has read it. */
export const linkPage = numberedPageOf(link).partial({ meta: true })

/** The answer of POST /api/links/bulk: in the order of the request. */
export const createdLinks = z.object({ data: z.array(link) })

/** GET /api/projects/link-domains: hosts without a scheme. */
export const linkDomains = z.object({ data: z.array(z.string()) })
