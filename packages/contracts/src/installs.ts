import { z } from 'zod'
import { matchType, noMatchReason, platform } from './attribution.js'
import { countedPageOf, formatQuery, pageQuery } from './pagination.js'
import { queryId } from './query-id.js'
import { queryFlag } from './stats.js'
import { cleanText } from './text.js'
import { moment, timestamp } from './timestamp.js'

/** GET /api/installs: all given filters must match. */
export const listInstallsQuery = z.strictObject({
  matched: queryFlag.describe(
    'With `true`, only matched installs; with `false`, only unmatched installs',
  ),
  reason: noMatchReason.optional().describe('Only installs without a match for this reason'),
  match_type: matchType.optional().describe('Only matches of this type'),
  platform: platform.optional().describe('Only installs on this operating system'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two letters such as DE')
    .optional()
    .describe('Country of the address that sent the install, two letters (ISO 3166-1)'),
  os_version: cleanText(1, 64)
    .optional()
    .describe('Version of the operating system; `17` also finds 17.4'),
  sdk_version: cleanText(1, 64)
    .optional()
    .describe('Name and version of the SDK, as the SDK reported it'),
  link: cleanText(1, 64).optional().describe('Code of the matched link'),
  campaign: queryId('a campaign').describe('Id of the campaign that the link belongs to'),
  fingerprint: cleanText(1, 256)
    .optional()
    .describe(
      'The `fingerprint` of the install’s response, {IP}-{OS}-{OSVersion}-{Width}x{Height}',
    ),
  test: queryFlag.describe('With `true`, only test installs; with `false`, only real installs'),
  from: moment.optional().describe('Decided at or after this time'),
  to: moment.optional().describe('Decided before this time'),
  ...formatQuery,
  ...pageQuery,
})

export type ListInstallsQuery = z.output<typeof listInstallsQuery>

export const install = z
  .object({
    install_id: z
      .uuid()
      .describe('The id that the app sent; for a test, the id under which the test is stored'),
    platform: platform.describe('Operating system of the app'),
    country: z
      .string()
      .nullable()
      .describe('Country of the address that sent the install; null if unknown'),
    os_version: z
      .string()
      .nullable()
      .describe('Version of the operating system, as the app reported it'),
    sdk_version: z
      .string()
      .nullable()
      .describe('Name and version of the SDK, as the SDK reported it'),
    matched: z.boolean().describe('Whether a click was found'),
    match_type: matchType.nullable().describe('How the click was identified; null without a match'),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .describe('Confidence of the match; 0 without a match')
      .meta({ example: 0.9 }),
    reason: noMatchReason.nullable().describe('Why there is no match; null for a match'),
    code: z.string().nullable().describe('Code of the matched link; null without a match'),
    link_id: z.number().int().nullable().describe('Id of the matched link; null without a match'),
    attribution_id: z.uuid().nullable().describe('Id of the attribution; null without a match'),
    test: z.boolean().describe('Whether the install is a test'),
    decided_at: timestamp.describe('When the install was decided'),
  })
  .meta({ id: 'ListedInstall' })

export type InstallWire = z.infer<typeof install>

export const installPage = countedPageOf(install)
