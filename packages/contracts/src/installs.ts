import { z } from 'zod'
import { matchType, noMatchReason, platform } from './attribution.js'
import { countedPageOf, formatQuery, pageQuery } from './pagination.js'
import { queryId } from './query-id.js'
import { queryFlag } from './stats.js'
import { cleanText } from './text.js'
import { moment, timestamp } from './timestamp.js'

/** GET /api/installs: all given filters must match. */
export const listInstallsQuery = z.strictObject({
  matched: queryFlag.describe('Only matched installs, or only others'),
  reason: noMatchReason.optional().describe('Only installs that were not matched for this reason'),
  match_type: matchType.optional().describe('Only this kind of evidence'),
  platform: platform.optional().describe('Only this operating system'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two letters such as DE')
    .optional()
    .describe('Country of the report’s address, two letters (ISO 3166-1)'),
  os_version: cleanText(1, 64)
    .optional()
    .describe('Version of the operating system; `17` finds 17.4'),
  sdk_version: cleanText(1, 64).optional().describe('As the SDK reported it'),
  link: cleanText(1, 64).optional().describe('Code of the decision’s link'),
  campaign: queryId('a campaign').describe('Id of the campaign that the link belongs to'),
  fingerprint: cleanText(1, 256)
    .optional()
    .describe('As the install’s answer had it, {IP}-{OS}-{OSVersion}-{Width}x{Height}'),
  test: queryFlag.describe('Only test installs, or only real ones'),
  from: moment.optional().describe('Decided at or after this time'),
  to: moment.optional().describe('Decided before this time'),
  ...formatQuery,
  ...pageQuery,
})

export type ListInstallsQuery = z.output<typeof listInstallsQuery>

export const install = z
  .object({
    install_id: z.uuid().describe('The id that the app sent; of a test, the id of its record'),
    platform: platform.describe('Operating system of the app'),
    country: z.string().nullable().describe('By the report’s address; null if unknown'),
    os_version: z.string().nullable().describe('As the app reported it'),
    sdk_version: z.string().nullable().describe('As the SDK reported it'),
    matched: z.boolean().describe('Whether a click was found'),
    match_type: matchType.nullable().describe('The evidence; null without a match'),
    confidence: z.number().min(0).max(1).describe('0 without a match').meta({ example: 0.9 }),
    reason: noMatchReason.nullable().describe('Why it was not matched; null for a match'),
    code: z.string().nullable().describe('Code of the decision’s link'),
    link_id: z.number().int().nullable().describe('Id of the decision’s link'),
    attribution_id: z.uuid().nullable().describe('Id of the attribution; null without a match'),
    test: z.boolean().describe('Whether a debug helper reported it'),
    decided_at: timestamp.describe('When it was decided'),
  })
  .meta({ id: 'ListedInstall' })

export type InstallWire = z.infer<typeof install>

export const installPage = countedPageOf(install)
