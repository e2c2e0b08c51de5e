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
    .describe('Two letters (ISO 3166-1)'),
  counted: queryFlag.describe('Only counted clicks, or only bots, previews and so on'),
  claimed: queryFlag.describe('Only clicks that an install has claimed, or only others'),
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
    campaign_id: z.number().int().nullable().describe('The link’s campaign at that time'),
    clicked_at: timestamp.describe('When it was clicked'),
    recorded_by: z
      .enum(['link_host', 'sdk'])
      .describe('`sdk` if an installed app was opened by the link'),
    platform: platform.describe('Platform of the visitor'),
    os_version: text('Version of the operating system; null if the browser does not tell'),
    browser: text('Browser, or the app with an own browser; null after 25 hours'),
    country: text('Country of the address; null if unknown'),
    referrer: text('Host of the page that the visitor came from; null after 25 hours'),
    utm_source: text('Of the query of the click'),
    utm_medium: text('Of the query of the click'),
    utm_campaign: text('Of the query of the click'),
    uncounted_reason: text('`bot`, `preview`, and so on; null if it counts'),
    claimed: z.boolean().describe('Whether an install was matched to it'),
  })
  .meta({ id: 'ListedClick' })

export type ClickWire = z.infer<typeof click>

/** Clicks are not counted here: see the statistics. */
export const clickPage = pageOf(click)
