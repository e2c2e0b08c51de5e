import { z } from 'zod'

const MAX_ID = 2_147_483_647

/** An integer id in a query: decimal digits within PostgreSQL's integer range. */
export const queryId = (what: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/, `must be the id of ${what}`)
    .transform(Number)
    .refine((id) => id <= MAX_ID, `must be the id of ${what}`)
    .optional()
    .meta({ type: 'integer', minimum: 1, maximum: MAX_ID })
