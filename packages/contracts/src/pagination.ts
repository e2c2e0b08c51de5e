import { z } from 'zod'

const inRange = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= low && value <= high, `must be from ${low} to ${high}`)

/** The text of a query is a string; the documents say what it means. */
const whole = (low: number, high: number) => ({ type: 'integer', minimum: low, maximum: high })

/** A whole number of a query, with what it is where it is left out. */
export const wholeNumber = (low: number, high: number, fallback: number) =>
  inRange(low, high)
    .default(fallback)
    .meta({ ...whole(low, high), default: fallback })

/** A whole number of a query that may be left out. */
export const optionalNumber = (low: number, high: number, description: string) =>
  inRange(low, high)
    .optional()
    .meta({ ...whole(low, high), description })

/** `?limit=` and `?cursor=` of every list (docs/api-contract.md, "Pagination"). */
export const pageQuery = {
  limit: wholeNumber(1, 100, 20),
  cursor: z.string().max(200, 'is not a cursor of this list').optional(),
}

/** Of a list that is read by number as well: `?page=` and `?per_page=` beside limit and cursor. */
export const pagedQuery = {
  limit: optionalNumber(1, 100, 'By cursor; 20 unless told. With `page`, another name of per_page'),
  cursor: pageQuery.cursor,
  page: optionalNumber(1, 100_000, 'By number, which is what a list does unless told'),
  per_page: optionalNumber(1, 100, 'By number; 20 unless told, of campaigns 15'),
}

/** The answer of every list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), next_cursor: z.string().nullable() })
}

/** The answer of a list that is read by number as well. */
export function numberedPageOf<Item extends z.ZodType>(item: Item) {
  return pageOf(item).extend({
    meta: z.object({
      page: z.number().int(),
      per_page: z.number().int(),
      total: z.number().int(),
    }),
  })
}
