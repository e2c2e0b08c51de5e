import { z } from 'zod'

/** ISO 8601, UTC, six fractional digits (docs/api-contract.md, "JSON, times and ids"). */
export const timestamp = z.string().meta({ format: 'date-time' })

const EARLIEST = Date.UTC(1970, 0, 1)
const LATEST = Date.UTC(9999, 0, 1)

/** A time in a request: ISO 8601 with an offset or Z, within the range of UUIDv7 and PostgreSQL's text format. */
export const moment = z.iso
  .datetime({ offset: true, abort: true, error: 'must be a time such as 2026-03-01T09:30:00Z' })
  .max(40, 'must be a time such as 2026-03-01T09:30:00Z')
  .refine((text) => {
    const time = Date.parse(text)
    return time >= EARLIEST && time < LATEST
  }, 'must be from 1970 to 9998')
  .transform((text) => new Date(text))
