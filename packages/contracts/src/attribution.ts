import { z } from 'zod'
import { link } from './links.js'
import { cleanText } from './text.js'
import { moment } from './timestamp.js'
import { utmOutput } from './utm.js'

/** Logical points as the platform reports them; Android's may be fractions. */
const points = z.number().gt(0, 'must be more than 0').max(20_000)

const device = z.object({
  os_version: cleanText(1, 64).optional().describe('Version of iOS or Android'),
  model: cleanText(1, 128).optional().describe('Model name of the device'),
  screen_width: points.optional().describe('Width of the screen in logical points'),
  screen_height: points.optional().describe('Height of the screen in logical points'),
  pixel_ratio: z
    .number()
    .gt(0, 'must be more than 0')
    .max(20)
    .optional()
    .describe('Pixels per logical point'),
  languages: z
    .array(cleanText(1, 35))
    .max(20, 'must have at most 20 entries')
    .optional()
    .describe('Preferred languages, first choice first'),
  time_zone: cleanText(1, 64).optional().describe('IANA time zone, such as Europe/Berlin'),
})

export const installId = z
  .guid('must be a UUID that the app creates once')
  .transform((id) => id.toLowerCase())

export const platform = z.enum(['ios', 'android'], 'must be ios or android')

export const matchType = z.enum(
  ['referrer', 'clipboard', 'fingerprint'],
  'must be referrer, clipboard or fingerprint',
)

/** Why an install was not matched. If several reasons apply, the first one here is reported. */
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

/** Google Play reports Unix seconds, and 0 if the time is unknown. */
const playTime = z
  .union(
    [
      moment,
      z
        .number()
        .int()
        .min(0)
        .max(9_999_999_999, 'must be Unix seconds')
        .transform((seconds) => (seconds === 0 ? undefined : new Date(seconds * 1_000))),
    ],
    'must be a time such as 2026-03-01T09:30:00Z, or Unix seconds',
  )
  .optional()

export const installBody = z.object({
  install_id: installId.describe('A UUID that the app creates once and stores'),
  platform: platform.describe('Operating system of the app'),
  install_referrer: cleanText(0, 16_384)
    .optional()
    .describe('Google Play’s install referrer, unchanged'),
  link_url: cleanText(0, 4_096).optional().describe('A link found in the clipboard'),
  fingerprint: cleanText(0, 256)
    .optional()
    .describe(
      'Text in the form {IP}-{OS}-{OSVersion}-{Width}x{Height}; the server replaces the IP with the address of the connection',
    ),
  device: device.optional().describe('Device properties for matching by signals'),
  sdk_version: cleanText(1, 64)
    .optional()
    .describe('Name and version of the SDK; installs can be filtered by it'),
  installed_at: moment
    .optional()
    .describe('When the app was installed, according to the phone’s clock'),
  install_begin_at: playTime
    .optional()
    .describe(
      'When the install began, according to Google Play’s server clock; ISO 8601 or Unix seconds',
    ),
  referrer_click_at: playTime
    .optional()
    .describe(
      'When the referrer link was clicked, according to Google Play’s server clock; ISO 8601 or Unix seconds',
    ),
  consent: z
    .boolean()
    .optional()
    .describe('Whether the user consented; if false, no device data is stored or compared'),
  test: z
    .boolean()
    .optional()
    .describe(
      'Whether this is a test. A test runs the full decision, claims no click and is not counted. It is stored under a separate id for 7 days',
    ),
})

export type InstallBody = z.output<typeof installBody>

const nullableText = z.string().nullable()

/** The payload of deliveries and queries: keys and order are fixed (docs/api-contract.md, "Payload"). */
export const attributionPayload = z.object({
  matched: z.literal(true).describe('Always true'),
  dyna_code: z.string().describe('Code of the link'),
  gclid: nullableText.describe('Click id of Google Ads'),
  gbraid: nullableText.describe('Click id of Google Ads for iOS'),
  fbclid: nullableText.describe('Click id of Meta'),
  fbclid_captured_at: z
    .number()
    .int()
    .nullable()
    .describe('Unix seconds when the browser first saw the fbclid'),
  ttclid: nullableText.describe('Click id of TikTok'),
  twclid: nullableText.describe('Click id of X'),
  li_fat_id: nullableText.describe('Click id of LinkedIn'),
  campaign_id: z.number().int().nullable().describe('Id of the link’s campaign'),
  campaign_name: nullableText.describe('Name of the campaign at the time of the match'),
  ...utmOutput,
  attributed_at: z.string().meta({ format: 'date-time' }).describe('When the install was matched'),
})

export const attributionMiss = z.object({
  matched: z.literal(false).describe('Always false'),
})

export const installAnswer = z.object({
  matched: z.boolean().describe('Whether the install belongs to a click'),
  match_type: matchType.nullable().describe('How the click was identified; null without a match'),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .describe(
      '1 for a verified token; otherwise the measured share of correct matches, at most 0.99; 0 without a match',
    ),
  reason: noMatchReason.nullable().describe('Why there is no match; null for a match'),
  install_id: z
    .uuid()
    .describe('The id that the app sent; for a test, the id under which the test is stored'),
  fingerprint: nullableText.describe('The fingerprint that the server built; null without consent'),
  link: link.nullable().describe('The link that the app should open'),
  attribution: attributionPayload
    .nullable()
    .describe('The attribution payload; null without a match'),
})
