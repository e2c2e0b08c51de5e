import { z } from 'zod'
import { optionalNumber } from './pagination.js'
import { cleanText } from './text.js'

/** GET /api/links/{code}/qr. */
export const linkQrQuery = z.object({
  format: z.enum(['svg', 'png'], 'must be svg or png').default('svg'),
  size: optionalNumber(100, 2000, 'Width in pixels; 512 for a PNG unless told'),
  margin: optionalNumber(
    0,
    20,
    'White around the code, in its dots; readers want 4, which is the default',
  ),
})

export type LinkQrQuery = z.output<typeof linkQrQuery>

const DATE_SHAPE = 'must be a date such as 2026-03-01'
const date = z.iso
  .date(DATE_SHAPE)
  .refine((value) => value >= '1970' && value < '9999', 'must be from 1970 to 9998')
  .optional()

/** GET /api/links/{code}/stats. Whether the span and the time zone make sense is judged by the operation. */
export const linkStatsQuery = z.strictObject({
  days: optionalNumber(1, 365, 'The last days, up to `to`; 30 unless told'),
  from: date.describe('The first day, in place of `days`'),
  to: date.describe('The last day, counted as well; today unless told'),
  tz: cleanText(1, 100)
    .default('UTC')
    .describe('Time zone whose days are counted, by its IANA name such as Europe/Berlin'),
})

export type LinkStatsQuery = z.output<typeof linkStatsQuery>

const count = z.number().int()

/** Sums and days of the same span. */
export const linkStats = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  tz: z.string(),
  total_clicks: count,
  unique_clicks: count.describe(
    'Of visitors who had not tapped the link before on that day of UTC, whatever `tz` is: who comes back tomorrow is counted again',
  ),
  clicks_per_day: z
    .array(z.object({ date: z.iso.date(), count, uniques: count }))
    .describe('Oldest first, days without any as well'),
})

export type LinkStatsBody = z.infer<typeof linkStats>
