import { z } from 'zod'
import { platform } from './attribution.js'
import { wholeNumber } from './pagination.js'

/** GET /api/attribution/quality. */
export const qualityQuery = z.strictObject({
  days: wholeNumber(1, 90, 30).describe('The last days in UTC, today included'),
})

export type QualityQuery = z.output<typeof qualityQuery>

const proportion = z
  .object({
    value: z.number().meta({ example: 0.991 }),
    low: z.number().describe('Lower end of the 95 % interval').meta({ example: 0.984 }),
    high: z.number().describe('Upper end of the 95 % interval').meta({ example: 0.995 }),
  })
  .meta({ id: 'Proportion' })
  .nullable()

const count = z.number().int().min(0)

const platformQuality = z
  .object({
    platform,
    n: count.describe('Installs whose click is known by a token and could be found by signals'),
    right: count.describe('Signals alone would have found the click, or another of its visitor'),
    wrong: count.describe('Signals alone would have given it another visitor’s click'),
    silent: count.describe('Signals alone would have given it no click'),
    precision: proportion.describe('right of right and wrong; null under 100 installs'),
    recall: proportion.describe('right of all; null under 100 installs'),
    note: z.literal('not enough data').nullable(),
  })
  .meta({ id: 'PlatformQuality' })

/** How the matcher does on installs whose click is known. */
export const quality = z.object({
  days: z.number().int(),
  data: z.array(platformQuality),
  model_version: z.string().describe('The tables that installs are matched with now'),
  statement: z.string().describe('What the figures are of, and of whom they say little'),
})

export type QualityBody = z.infer<typeof quality>
