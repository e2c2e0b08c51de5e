import { z } from 'zod'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

export const erasureBody = z
  .object({
    install_id: z
      .guid('must be a UUID')
      .transform((id) => id.toLowerCase())
      .optional()
      .describe('Install id that the app sent'),
    code: cleanText(1, 64)
      .optional()
      .describe('Code of a link whose installs and clicks so far are erased'),
  })
  .refine((body) => (body.install_id === undefined) !== (body.code === undefined), {
    path: ['install_id'],
    message: 'give either install_id or code',
  })

export type ErasureBody = z.output<typeof erasureBody>

const count = z.number().int()

export const erasure = z
  .object({
    id: z.uuid().describe('Id of the erasure'),
    subject: z
      .union([
        z.object({ install_id: z.string().describe('Id of the install') }),
        z.object({ code: z.string().describe('Code of the link') }),
      ])
      .describe('What was erased'),
    installs: count.describe('Number of erased installs'),
    clicks: count.describe('Number of erased clicks'),
    visits: count.describe('Number of erased device reports'),
    attributions: count.describe('Number of erased attributions'),
    deliveries_canceled: count.describe('Number of canceled deliveries'),
    payloads_blanked: count.describe('Number of events whose payload was removed'),
    erased_at: timestamp
      .nullable()
      .describe('When the erasure finished; null while it is in progress'),
  })
  .meta({ id: 'Erasure' })

export type ErasureWire = z.infer<typeof erasure>
