import { z } from 'zod'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

export const erasureBody = z
  .object({
    install_id: z
      .guid('must be a UUID')
      .transform((id) => id.toLowerCase())
      .optional()
      .describe('The install’s id, as sent by the app'),
    code: cleanText(1, 64)
      .optional()
      .describe('Code of a link: all its installs and clicks so far'),
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
        z.object({ install_id: z.string().describe('The install') }),
        z.object({ code: z.string().describe('The link') }),
      ])
      .describe('What was erased'),
    installs: count.describe('Number of erased installs'),
    clicks: count.describe('Number of erased clicks'),
    visits: count.describe('Number of erased device reports'),
    attributions: count.describe('Number of erased attributions'),
    deliveries_canceled: count.describe('Number of deliveries that were canceled'),
    payloads_blanked: count.describe('Number of events whose payload was emptied'),
    erased_at: timestamp.nullable().describe('Null while the erasure is in progress'),
  })
  .meta({ id: 'Erasure' })

export type ErasureWire = z.infer<typeof erasure>
