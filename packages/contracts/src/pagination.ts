import { z } from 'zod'

const inRange = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= low && value <= high, `must be from ${low} to ${high}`)

/** Documents an integer although the query's value is a string. */
const whole = (low: number, high: number) => ({ type: 'integer', minimum: low, maximum: high })

export const wholeNumber = (low: number, high: number, fallback: number) =>
  inRange(low, high)
    .default(fallback)
    .meta({ ...whole(low, high), default: fallback })

export const optionalNumber = (low: number, high: number, description: string) =>
  inRange(low, high)
    .optional()
    .meta({ ...whole(low, high), description })

export const pageQuery = {
  limit: wholeNumber(1, 100, 20).describe('Items per page'),
  cursor: z
    .string()
    .max(200, 'is not a cursor of this list')
    .optional()
    .describe('`next_cursor` of the previous page; omit it for the first page'),
}

/** Lists count up to this many. */
export const MAX_TOTAL = 10_000

/** Query of a list that can also be downloaded. */
export const formatQuery = {
  format: z
    .enum(['json', 'csv'], 'must be json or csv')
    .optional()
    .describe('With `csv`, the response is a file of all items and ignores `limit`'),
}

export function countedPageOf<Item extends z.ZodType>(item: Item) {
  return pageOf(item).extend({
    total: z
      .number()
      .int()
      .optional()
      .describe('Number of items on all pages, at most 10,000; only on the first page'),
    has_more: z
      .boolean()
      .optional()
      .describe('Whether the list has more items than `total`; only on the first page'),
  })
}

export const pagedQuery = {
  limit: optionalNumber(1, 100, 'Items per page; default 20. With `page`, an alias of per_page'),
  cursor: pageQuery.cursor,
  page: optionalNumber(1, 100_000, 'Page number; the default way to read the list'),
  per_page: optionalNumber(1, 100, 'Items per numbered page; default 20, for campaigns 15'),
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item).describe('The items of this page'),
    next_cursor: z.string().nullable().describe('Send it as `cursor`; null on the last page'),
  })
}

export const pageMeta = z
  .object({
    page: z.number().int().describe('Number of this page, from 1'),
    per_page: z.number().int().describe('Items per page'),
    total: z.number().int().describe('Number of items on all pages, at most 10,000'),
    has_more: z.boolean().describe('Whether the list has more items than `total`'),
  })
  .describe('Position of this page in the list')

export function numberedPageOf<Item extends z.ZodType>(item: Item) {
  return pageOf(item).extend({
    meta: pageMeta.describe('Position of this page in the list; only with `page`'),
  })
}
