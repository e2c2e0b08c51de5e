import { z } from 'zod'

const wholeNumber = (low: number, high: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= low && value <= high, `must be from ${low} to ${high}`)
    .default(fallback)
    // The text of a query is a string; the documents say what it means.
    .meta({ type: 'integer', minimum: low, maximum: high, default: fallback })

/** `?limit=` and `?cursor=` of every list (contract §2). */
export const pageQuery = {
  limit: wholeNumber(1, 100, 20),
  cursor: z.string().max(200, 'is not a cursor of this list').optional(),
}

/** The answer of every list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), next_cursor: z.string().nullable() })
}
