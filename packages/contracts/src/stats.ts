import { z } from 'zod'
import { formatQuery, optionalNumber } from './pagination.js'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

/** What clicks and installs are counted by. */
export const DIMENSIONS = ['country', 'platform', 'os', 'browser', 'referrer', 'source'] as const

const DATE_SHAPE = 'must be a date such as 2026-03-01'
const date = z.iso
  .date(DATE_SHAPE)
  .refine((value) => value >= '1970' && value < '9999', 'must be from 1970 to 9998')
  .optional()

/** A yes or no in a query. */
export const queryFlag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')
  .optional()

export const spanQuery = {
  days: optionalNumber(1, 365, 'Number of days up to `to`; default 30'),
  from: date.describe('The first day, instead of `days`'),
  to: date.describe('The last day, inclusive; default today'),
  tz: cleanText(1, 100)
    .default('UTC')
    .describe('IANA time zone of the days, such as Europe/Berlin'),
}

export interface SpanQuery {
  days?: number | undefined
  from?: string | undefined
  to?: string | undefined
  tz: string
}

const compare = queryFlag.describe('Whether `previous` has the days before, as many')

export const statsQuery = z.strictObject({
  ...spanQuery,
  group_by: z
    .enum(DIMENSIONS, `must be one of ${DIMENSIONS.join(', ')}`)
    .optional()
    .describe('Also count by this dimension'),
  compare,
  format: formatQuery.format.describe('With `csv`, the days as a file, or the groups'),
})

export type StatsQuery = z.output<typeof statsQuery>

export const overviewQuery = z.strictObject({ ...spanQuery, compare })

export type OverviewQuery = z.output<typeof overviewQuery>

const count = z.number().int().min(0)
const ratio = z.number().nullable()

export const span = {
  from: z.iso.date().describe('The first day'),
  to: z.iso.date().describe('The last day'),
  tz: z.string().describe('Time zone of the days'),
}

const dailyUniques = count.describe(
  'First clicks of a visitor on a link per UTC day: a visitor who returns the next day is counted again',
)

const conversion = ratio.describe('`installs` divided by the clicks; null without clicks')

const group = z
  .object({
    value: z.string().describe('The value; `unknown` and `other` stand for the rest').meta({
      example: 'DE',
    }),
    clicks: count.describe('Clicks with this value'),
    installs: count.describe('Attributed installs whose click has this value'),
    conversion,
  })
  .meta({ id: 'Group' })

export const groups = z
  .object({
    by: z.enum(DIMENSIONS).describe('The dimension'),
    total: z
      .object({
        clicks: count.describe('Clicks of the span'),
        installs: count.describe('Attributed installs of the span'),
      })
      .describe('The sums of `data`. Erased installs are still in it'),
    data: z.array(group).describe('Most clicks first; `other` and `unknown` last'),
    dimensions_since: timestamp.describe('Earlier clicks are `unknown`'),
    is_rounded: z
      .boolean()
      .describe(
        'Whether the span was rounded to whole hours in UTC, or to days older than 90 days',
      ),
  })
  .meta({ id: 'Groups' })

export type GroupsWire = z.infer<typeof groups>

export const stats = z.object({
  ...span,
  total_clicks: count.describe('Clicks of the whole span'),
  unique_clicks: dailyUniques,
  daily_uniques: dailyUniques,
  installs: count.describe('Installs attributed in the span'),
  conversion,
  clicks_per_day: z
    .array(
      z.object({
        date: z.iso.date().describe('The day'),
        count: count.describe('Clicks on this day'),
        uniques: count.describe('First clicks of a visitor on this day'),
      }),
    )
    .describe('Oldest first, including days with a count of 0'),
  installs_per_day: z
    .array(
      z.object({
        date: z.iso.date().describe('The day'),
        count: count.describe('Installs attributed on this day'),
      }),
    )
    .describe('Oldest first, including days with a count of 0'),
  previous: z
    .object({
      from: span.from,
      to: span.to,
      total_clicks: count.describe('Clicks of that span'),
      daily_uniques: dailyUniques,
      installs: count.describe('Installs attributed in that span'),
      conversion,
    })
    .optional()
    .describe('Only with `compare=true`: as many days before `from`'),
  groups: groups.optional().describe('Only with `group_by`'),
})

export type StatsBody = z.infer<typeof stats>

const figures = {
  clicks: count.describe('Counted clicks'),
  installs: count.describe('Decided installs, without tests and without those that lack consent'),
  attributed: count.describe('Installs that were matched to a click'),
  match_rate: ratio.describe('`attributed` divided by `installs`; null without installs'),
}

const valueRow = z
  .object({
    value: z.string().describe('The value; `unknown` and `other` stand for the rest').meta({
      example: 'ios',
    }),
    clicks: count.describe('Clicks with this value'),
    installs: count.describe('Installs with this value: their click’s, if they were matched'),
    attributed: count.describe('Those of them that were matched'),
  })
  .meta({ id: 'OverviewValue' })

const values = z.array(valueRow).describe('The ten most frequent, then `other` and `unknown`')

export const overview = z
  .object({
    ...span,
    interval: z.enum(['hour', 'day']).describe('Length of an entry of `series`'),
    is_rounded: z
      .boolean()
      .describe(
        'Whether the span was rounded to whole hours in UTC, or to days older than 90 days',
      ),
    dimensions_since: timestamp.describe('Earlier clicks have no country, source, and so on'),
    ...figures,
    previous: z
      .object({ from: span.from, to: span.to, ...figures })
      .nullable()
      .describe('As many days before `from`; null unless `compare=true`'),
    series: z
      .array(
        z.object({
          start: timestamp.describe('Beginning of the hour or day'),
          clicks: figures.clicks,
          installs: figures.installs,
          attributed: figures.attributed,
        }),
      )
      .describe('Oldest first, zeros included'),
    outcomes: z
      .array(
        z.object({
          outcome: z
            .string()
            .describe('`referrer`, `clipboard` or `fingerprint` of a match, otherwise the reason')
            .meta({ example: 'referrer' }),
          installs: count.describe('Installs with this outcome'),
        }),
      )
      .describe('Most frequent first; they add up to `installs`'),
    deliveries: z
      .object({
        succeeded: count.describe('Attempts that succeeded'),
        failed_attempts: count.describe('Attempts that failed; most are repeated'),
        failed: count.describe('Deliveries of the span that have failed for good; at most 10,000'),
        latency: z
          .object({
            p50_ms: count.nullable().describe('Median duration of an attempt'),
            p95_ms: count.nullable().describe('95th percentile'),
          })
          .describe('Upper bounds, exact to 20 %; null without attempts'),
        counted_until: timestamp.describe('Later attempts are not counted yet'),
      })
      .describe('Attempts of the span at this project’s webhooks, without tests'),
    top_links: z
      .array(
        z.object({
          link_id: z.number().int().describe('Id of the link'),
          code: z.string().describe('Code of the link'),
          name: z.string().nullable().describe('Name of the link'),
          clicks: count.describe('Clicks of the link'),
          attributed: count.describe('Installs attributed to the link'),
        }),
      )
      .describe('At most ten, most clicks first'),
    top_campaigns: z
      .array(
        z.object({
          campaign_id: z.number().int().describe('Id of the campaign'),
          name: z.string().describe('Name of the campaign'),
          clicks: count.describe('Clicks of its links'),
          attributed: count.describe('Installs attributed to its links'),
        }),
      )
      .describe('At most ten, most clicks first'),
    countries: values,
    platforms: values,
    os: values,
    browsers: values,
    referrers: values,
    sources: values,
  })
  .meta({ id: 'Overview' })

export type OverviewBody = z.infer<typeof overview>
