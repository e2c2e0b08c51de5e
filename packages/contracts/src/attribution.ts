import { z } from 'zod'
import { link } from './links.js'
import { cleanText } from './text.js'
import { moment } from './timestamp.js'
import { utmOutput } from './utm.js'

/** Logical points, as the platform gives them: Android's may be fractions. */
const points = z.number().gt(0, 'must be more than 0').max(20_000)

/** What the app knows of its device; each field may be left out. */
const device = z.object({
  os_version: cleanText(1, 64).optional(),
  model: cleanText(1, 128).optional(),
  screen_width: points.optional(),
  screen_height: points.optional(),
  pixel_ratio: z.number().gt(0, 'must be more than 0').max(20).optional(),
  languages: z.array(cleanText(1, 35)).max(20, 'must have at most 20 entries').optional(),
  time_zone: cleanText(1, 64).optional(),
})

/** The id that an app gives its install. */
export const installId = z
  .guid('must be a UUID, made once by the app')
  .transform((id) => id.toLowerCase())

export const platform = z.enum(['ios', 'android'], 'must be ios or android')

/** By what an install was matched. */
export const matchType = z.enum(
  ['referrer', 'clipboard', 'fingerprint'],
  'must be referrer, clipboard or fingerprint',
)

/** Why an install was not matched; where several apply, the first of this list is reported. */
export const noMatchReason = z.enum([
  'consent_missing',
  'consent_refused',
  'wrong_project',
  'already_consumed',
  'expired',
  'other_source',
  'installed_before_click',
  'no_candidate',
  'ambiguous',
  'below_threshold',
])

/** Google Play reports Unix seconds, and 0 where it does not know. */
const playTime = z
  .union([
    moment,
    z
      .number()
      .int()
      .min(0)
      .max(9_999_999_999, 'must be Unix seconds')
      .transform((seconds) => (seconds === 0 ? undefined : new Date(seconds * 1_000))),
  ])
  .optional()

/** POST /api/attribution/installs. */
export const installBody = z.object({
  install_id: installId.describe('A UUID that the app makes once and keeps'),
  platform,
  install_referrer: cleanText(0, 16_384)
    .optional()
    .describe('The text of Google Play’s install referrer, as it came'),
  link_url: cleanText(0, 4_096).optional().describe('A link found in the clipboard'),
  fingerprint: cleanText(0, 256)
    .optional()
    .describe(
      '{IP}-{OS}-{OSVersion}-{Width}x{Height}; the server puts the connection’s address in',
    ),
  device: device.optional(),
  installed_at: moment.optional().describe('When the app was installed, by the phone’s clock'),
  install_begin_at: playTime
    .optional()
    .describe('When the install began, by Google Play’s server clock; ISO 8601 or Unix seconds'),
  referrer_click_at: playTime
    .optional()
    .describe(
      'When the referrer was clicked, by Google Play’s server clock; ISO 8601 or Unix seconds',
    ),
  consent: z
    .boolean()
    .optional()
    .describe('false always binds: nothing about the device is stored or compared'),
  test: z
    .boolean()
    .optional()
    .describe(
      'A test runs the full decision, claims nothing and counts nothing; it is stored under an id of its own for 7 days',
    ),
})

export type InstallBody = z.output<typeof installBody>

const nullableText = z.string().nullable()

/** The payload of a delivery and the answer of the queries: keys and order are fixed (docs/api-contract.md, "Payload"). */
export const attributionPayload = z.object({
  matched: z.literal(true),
  dyna_code: z.string(),
  gclid: nullableText,
  gbraid: nullableText,
  fbclid: nullableText,
  fbclid_captured_at: z.number().int().nullable(),
  ttclid: nullableText,
  twclid: nullableText,
  li_fat_id: nullableText,
  campaign_id: z.number().int().nullable(),
  campaign_name: nullableText,
  ...utmOutput,
  attributed_at: z.string().meta({ format: 'date-time' }),
})

/** The 404 of the two queries. */
export const attributionMiss = z.object({ matched: z.literal(false) })

/** The answer of POST /api/attribution/installs. */
export const installAnswer = z.object({
  matched: z.boolean(),
  match_type: matchType.nullable(),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .describe('1 with a verified token; else the measured share of right matches, at most 0.99'),
  reason: noMatchReason.nullable(),
  install_id: z.uuid().describe('As it was sent; of a test the id under which it is stored'),
  fingerprint: nullableText,
  link: link.nullable(),
  attribution: attributionPayload.nullable(),
})
