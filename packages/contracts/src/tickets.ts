import { z } from 'zod'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

const MAX_PARAMETERS = 30

/** POST /api/tickets */
export const createTicketBody = z.object({
  route: cleanText(1, 300).describe('Path of the route to read, such as `/api/links`'),
  query: z
    .record(cleanText(1, 100), cleanText(0, 20_000))
    .refine(
      (query) => Object.keys(query).length <= MAX_PARAMETERS,
      `must have at most ${MAX_PARAMETERS} parameters`,
    )
    .default({})
    .describe('Query parameters of the route, as text'),
})

export type CreateTicketBody = z.output<typeof createTicketBody>

export const ticket = z
  .object({
    url: z.string().describe('URL that returns the response of the route once'),
    expires_at: timestamp.describe('When the URL stops working'),
  })
  .meta({ id: 'Ticket' })

export type TicketBody = z.infer<typeof ticket>
