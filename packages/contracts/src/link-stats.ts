import { z } from 'zod'
import { optionalNumber } from './pagination.js'
import { cleanText } from './text.js'

export const linkQrQuery = z.object({
  format: z
    .enum(['svg', 'png'], 'must be svg or png')
    .default('svg')
    .describe('Format of the image'),
  size: optionalNumber(100, 2000, 'Width in pixels; default 512 for a PNG'),
  margin: optionalNumber(0, 20, 'Quiet zone in modules; default 4, which readers require'),
})

export type LinkQrQuery = z.output<typeof linkQrQuery>

const DATE_SHAPE = 'must be a date such as 2026-03-01'
const date = z.iso
  .date(DATE_SHAPE)
  .refine((value) => value >= '1970' && value < '9999', 'must be from 1970 to 9998')
  .optional()

export const linkStatsQuery = z.strictObject({
  days: optionalNumber(1, 365, 'Number of days up to `to`; default 30'),
  from: date.describe('The first day, instead of `days`'),
  to: date.describe('The last day, inclusive; default today'),
  tz: cleanText(1, 100)
    .default('UTC')
    .describe('IANA time zone of the days, such as Europe/Berlin'),
})

export type LinkStatsQuery = z.output<typeof linkStatsQuery>

const count = z.number().int()

export const linkStats = z.object({
  from: z.iso.date().describe('The first day'),
  to: z.iso.date().describe('The last day'),
  tz: z.string().describe('Time zone of the days'),
  total_clicks: count.describe('Clicks of the whole span'),
  unique_clicks: count.describe(
    'First clicks of a visitor per UTC day, whatever `tz` is; a visitor who returns the next day is counted again',
  ),
  clicks_per_day: z
    .array(
      z.object({
        date: z.iso.date().describe('The day'),
        count: count.describe('Clicks on this day'),
        uniques: count.describe('First clicks of a visitor on this day'),
      }),
    )
    .describe('Oldest first, including days with a count of 0'),
})

export type LinkStatsBody = z.infer<typeof linkStats>
