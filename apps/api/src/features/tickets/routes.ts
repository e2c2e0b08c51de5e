import { createTicketBody, ticket } from '@throughline/contracts/tickets'
import { z } from 'zod'
import { accountRoute, route, type Route } from '../../http/route.js'
import { createTicket } from './create-ticket.js'
import type { TicketTarget } from './ticket-target.js'
import { useTicket } from './use-ticket.js'

/** The route that creates tickets. @param targets the routes that tickets can read */
export function ticketRoutes(targets: readonly TicketTarget[]): readonly Route[] {
  return [
    route({
      method: 'post',
      path: '/api/tickets',
      summary: 'Create a URL for a download or a preview',
      description:
        'Returns a URL that a browser can open once within 60 seconds, as a download or in a frame of the panel. It works only with the cookie of the session that created it, and ends with that session. `route` is a list or statistics with `format=csv`, or `/api/links/preview/page`. With an admin token the response is 403: call the route itself.',
      tag: 'Account',
      access: 'management:project:read',
      body: createTicketBody,
      example: { route: '/api/links', query: { format: 'csv', status: 'active' } },
      answers: { 201: { description: 'The URL', schema: ticket } },
      run: (call) => createTicket(targets, call),
    }),
  ]
}

/** The route that reads with a ticket. */
export function ticketUseRoutes(targets: readonly TicketTarget[]): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/api/tickets/:ticket',
      summary: 'Read with a ticket',
      description:
        'Returns the response of the ticket’s route, with the current role of the session. Each ticket works once. An expired, used or foreign ticket returns 410.',
      tag: 'Account',
      access: 'ticket',
      params: { ticket: 'text' },
      rejectsHead: true,
      answers: {
        200: {
          description: 'The response of the route',
          schema: z.string(),
          contentTypes: ['text/csv', 'text/html'],
        },
      },
      problems: [403, 404, 410],
      run: (call) => useTicket(targets, call),
    }),
  ]
}
