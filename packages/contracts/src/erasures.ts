import { z } from 'zod'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

/** POST /api/erasures: one install by the app's id, or all visitors of a link by its code. */
export const erasureBody = z
  .object({
    install_id: z
      .guid('must be a UUID')
      .transform((id) => id.toLowerCase())
      .optional()
      .describe('One install, as the app named it'),
    code: cleanText(1, 64).optional().describe('All installs and clicks of this link so far'),
  })
  .refine((body) => (body.install_id === undefined) !== (body.code === undefined), {
    path: ['install_id'],
    message: 'give either install_id or code',
  })

export type ErasureBody = z.output<typeof erasureBody>

const count = z.number().int()

/** The receipt of an erasure: how many records of each kind were erased. */
export const erasure = z
  .object({
    id: z.uuid(),
    subject: z.union([z.object({ install_id: z.string() }), z.object({ code: z.string() })]),
    installs: count,
    clicks: count,
    visits: count,
    attributions: count,
    deliveries_canceled: count.describe('Deliveries that will not be sent any more'),
    payloads_blanked: count.describe('Events whose payload is empty now'),
    erased_at: timestamp.nullable().describe('Null while it goes on'),
  })
  .meta({ id: 'Erasure' })

export type ErasureWire = z.infer<typeof erasure>
