import { z } from 'zod'
import { platform } from './attribution.js'
import { wholeNumber } from './pagination.js'

export const qualityQuery = z.strictObject({
  days: wholeNumber(1, 90, 30).describe('Number of days in UTC up to and including today'),
})

export type QualityQuery = z.output<typeof qualityQuery>

const proportion = z
  .object({
    value: z.number().describe('The measured share').meta({ example: 0.991 }),
    low: z
      .number()
      .describe('Lower bound of the 95 % confidence interval')
      .meta({ example: 0.984 }),
    high: z
      .number()
      .describe('Upper bound of the 95 % confidence interval')
      .meta({ example: 0.995 }),
  })
  .meta({ id: 'Proportion' })
  .nullable()

const count = z.number().int().min(0)

const platformQuality = z
  .object({
    platform: platform.describe('Operating system of the app'),
    n: count.describe('Installs whose click a token proves and signals could find'),
    right: count.describe(
      'Installs for which signals alone would have chosen the click or another click of its visitor',
    ),
    wrong: count.describe(
      'Installs for which signals alone would have chosen another visitor’s click',
    ),
    silent: count.describe('Installs for which signals alone would have chosen no click'),
    precision: proportion.describe(
      '`right` / (`right` + `wrong`); null for fewer than 100 installs',
    ),
    recall: proportion.describe('`right` / `n`; null for fewer than 100 installs'),
    note: z
      .literal('not enough data')
      .nullable()
      .describe('Set for fewer than 100 installs, otherwise null'),
  })
  .meta({ id: 'PlatformQuality' })

export const quality = z.object({
  days: z.number().int().describe('Number of days in the span'),
  data: z.array(platformQuality).describe('One entry per platform'),
  model_version: z.string().describe('Version of the model in use'),
  statement: z.string().describe('What the figures measure and what they do not'),
})

export type QualityBody = z.infer<typeof quality>
