import { z } from 'zod'
import { formatQuery, pageOf, pageQuery } from './pagination.js'
import { queryId } from './query-id.js'
import { queryFlag } from './stats.js'
import { cleanText } from './text.js'
import { moment, timestamp } from './timestamp.js'

const platform = z.enum(
  ['ios', 'android', 'desktop', 'other'],
  'must be ios, android, desktop or other',
)

/** GET /api/clicks: all given filters must match. */
export const listClicksQuery = z.strictObject({
  link: cleanText(1, 64).optional().describe('Code of the link'),
  campaign: queryId('a campaign').describe('Id of the link’s campaign at the time of the click'),
  platform: platform.optional().describe('Only this platform'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two letters such as DE')
    .optional()
    .describe('Country of the visitor’s address, two letters (ISO 3166-1)'),
  counted: queryFlag.describe(
    'With `true`, only counted clicks; with `false`, only bots, previews and other uncounted clicks',
  ),
  claimed: queryFlag.describe(
    'With `true`, only clicks that an install claimed; with `false`, only the others',
  ),
  from: moment.optional().describe('Clicked at or after this time'),
  to: moment.optional().describe('Clicked before this time'),
  ...formatQuery,
  ...pageQuery,
})

export type ListClicksQuery = z.output<typeof listClicksQuery>

const text = (description: string) => z.string().nullable().describe(description)

export const click = z
  .object({
    id: z.uuid().describe('Id of the click'),
    code: z.string().describe('Code of the link'),
    link_id: z.number().int().describe('Id of the link'),
    campaign_id: z
      .number()
      .int()
      .nullable()
      .describe('Id of the link’s campaign at the time of the click'),
    clicked_at: timestamp.describe('When the link was clicked'),
    recorded_by: z.enum(['link_host', 'sdk']).describe('`sdk` if the link opened an installed app'),
    platform: platform.describe('Platform of the visitor'),
    os_version: text('Version of the operating system; null if the browser does not send it'),
    browser: text('Browser, or the app whose built-in browser was used; null after 25 hours'),
    country: text('Country of the visitor’s address; null if unknown'),
    referrer: text('Host of the page that the visitor came from; null after 25 hours'),
    utm_source: text('Value from the query of the click'),
    utm_medium: text('Value from the query of the click'),
    utm_campaign: text('Value from the query of the click'),
    uncounted_reason: text(
      'Why the click is not counted, such as `bot` or `preview`; null if it is counted',
    ),
    claimed: z.boolean().describe('Whether an install was matched to the click'),
  })
  .meta({ id: 'ListedClick' })

export type ClickWire = z.infer<typeof click>

/** Clicks are not counted here: see the statistics. */
export const clickPage = pageOf(click)
