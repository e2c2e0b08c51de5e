import { z } from 'zod'
import { optionalNumber } from './pagination.js'

export const linkQrQuery = z.object({
  format: z
    .enum(['svg', 'png'], 'must be svg or png')
    .default('svg')
    .describe('Format of the image'),
  size: optionalNumber(100, 2000, 'Width in pixels; default 512 for a PNG'),
  margin: optionalNumber(
    0,
    20,
    'Quiet zone in modules; default 4, the minimum for reliable scanning',
  ),
})

export type LinkQrQuery = z.output<typeof linkQrQuery>
