import { z } from 'zod'
import { formatQuery, optionalNumber } from './pagination.js'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

/** Dimensions by which clicks and installs can be grouped. */
export const DIMENSIONS = ['country', 'platform', 'os', 'browser', 'referrer', 'source'] as const

const DATE_SHAPE = 'must be a date such as 2026-03-01'
const date = z.iso
  .date(DATE_SHAPE)
  .refine((value) => value >= '1970' && value < '9999', 'must be from 1970 to 9998')
  .optional()

/** A boolean in a query. */
export const queryFlag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')
  .optional()

export const spanQuery = {
  days: optionalNumber(1, 365, 'Number of days up to `to`; default 30'),
  from: date.describe('The first day; replaces `days`'),
  to: date.describe('The last day, inclusive; default: today'),
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

const compare = queryFlag.describe(
  'Whether to add `previous`, the figures of the same number of days before `from`',
)

export const statsQuery = z.strictObject({
  ...spanQuery,
  group_by: z
    .enum(DIMENSIONS, `must be one of ${DIMENSIONS.join(', ')}`)
    .optional()
    .describe('Dimension by which clicks and installs are grouped'),
  compare,
  format: formatQuery.format.describe(
    'With `csv`, the response is a file of the days or, with `group_by`, of the groups',
  ),
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
  'First clicks of a visitor on a link per UTC day. A visitor who returns the next day is counted again',
)

const conversion = ratio.describe('`installs` divided by the number of clicks; null without clicks')

const group = z
  .object({
    value: z
      .string()
      .describe('The value; `other` sums less frequent values, `unknown` counts missing values')
      .meta({
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
        clicks: count.describe('Clicks in the span'),
        installs: count.describe('Installs attributed in the span'),
      })
      .describe('Sums of `data`; erased installs are included'),
    data: z.array(group).describe('Groups, most clicks first; `other` and `unknown` are last'),
    dimensions_since: timestamp.describe('Clicks before this time are counted as `unknown`'),
    is_rounded: z
      .boolean()
      .describe(
        'Whether the span was rounded to whole hours in UTC, or to whole UTC days if it is older than 90 days',
      ),
  })
  .meta({ id: 'Groups' })

export type GroupsWire = z.infer<typeof groups>

export const stats = z.object({
  ...span,
  total_clicks: count.describe('Clicks in the span'),
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
    .describe('Days, oldest first, including those with a count of 0'),
  installs_per_day: z
    .array(
      z.object({
        date: z.iso.date().describe('The day'),
        count: count.describe('Installs attributed on this day'),
      }),
    )
    .describe('Days, oldest first, including those with a count of 0'),
  previous: z
    .object({
      from: span.from,
      to: span.to,
      total_clicks: count.describe('Clicks in the previous span'),
      daily_uniques: dailyUniques,
      installs: count.describe('Installs attributed in the previous span'),
      conversion,
    })
    .optional()
    .describe('Figures of the same number of days before `from`; only with `compare=true`'),
  groups: groups.optional().describe('Clicks and installs by dimension; only with `group_by`'),
})

export type StatsBody = z.infer<typeof stats>

const figures = {
  clicks: count.describe('Counted clicks'),
  installs: count.describe('Decided installs, excluding tests and installs without consent'),
  attributed: count.describe('Installs that were matched to a click'),
  match_rate: ratio.describe('`attributed` divided by `installs`; null without installs'),
}

const valueRow = z
  .object({
    value: z
      .string()
      .describe('The value; `other` sums less frequent values, `unknown` counts missing values')
      .meta({
        example: 'ios',
      }),
    clicks: count.describe('Clicks with this value'),
    installs: count.describe(
      'Installs with this value; matched installs have the value of their click',
    ),
    attributed: count.describe('Matched installs with this value'),
  })
  .meta({ id: 'OverviewValue' })

const values = z
  .array(valueRow)
  .describe('The ten most frequent values, then `other` and `unknown`')

export const overview = z
  .object({
    ...span,
    interval: z.enum(['hour', 'day']).describe('Length of an entry of `series`'),
    is_rounded: z
      .boolean()
      .describe(
        'Whether the span was rounded to whole hours in UTC, or to whole UTC days if it is older than 90 days',
      ),
    dimensions_since: timestamp.describe(
      'Clicks before this time have no country, source or other dimension',
    ),
    ...figures,
    previous: z
      .object({ from: span.from, to: span.to, ...figures })
      .nullable()
      .describe('Figures of the same number of days before `from`; null unless `compare=true`'),
    series: z
      .array(
        z.object({
          start: timestamp.describe('Beginning of the hour or day'),
          clicks: figures.clicks,
          installs: figures.installs,
          attributed: figures.attributed,
        }),
      )
      .describe('Hours or days, oldest first, including those with a count of 0'),
    outcomes: z
      .array(
        z.object({
          outcome: z
            .string()
            .describe(
              'For a match, its type: `referrer`, `clipboard` or `fingerprint`; otherwise the reason',
            )
            .meta({ example: 'referrer' }),
          installs: count.describe('Installs with this outcome'),
        }),
      )
      .describe('Outcomes, most frequent first; they add up to `installs`'),
    deliveries: z
      .object({
        succeeded: count.describe('Attempts that succeeded'),
        failed_attempts: count.describe('Attempts that failed; most of them are retried'),
        failed: count.describe('Deliveries of the span that failed permanently, at most 10,000'),
        latency: z
          .object({
            p50_ms: count.nullable().describe('Median duration of an attempt'),
            p95_ms: count.nullable().describe('95th percentile of the duration of an attempt'),
          })
          .describe('Upper bounds within 20 % of the exact value; null without attempts'),
        counted_until: timestamp.describe('Attempts after this time are not counted yet'),
      })
      .describe('Attempts to deliver to this project’s webhooks, excluding tests'),
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
      .describe('At most ten links, most clicks first'),
    top_campaigns: z
      .array(
        z.object({
          campaign_id: z.number().int().describe('Id of the campaign'),
          name: z.string().describe('Name of the campaign'),
          clicks: count.describe('Clicks of its links'),
          attributed: count.describe('Installs attributed to its links'),
        }),
      )
      .describe('At most ten campaigns, most clicks first'),
    countries: values,
    platforms: values,
    os: values,
    browsers: values,
    referrers: values,
    sources: values,
  })
  .meta({ id: 'Overview' })

export type OverviewBody = z.infer<typeof overview>
