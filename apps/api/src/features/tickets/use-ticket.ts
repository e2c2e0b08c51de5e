import { domainError } from '@throughline/core/lib/errors'
import { hashRandomToken } from '@throughline/core/security/random-token'
import { findMember } from '@throughline/db/accounts/members'
import { takeTicket, type TicketRead } from '@throughline/db/accounts/tickets'
import { findProjectById } from '@throughline/db/projects/projects'
import { actAsMember } from '../../http/authenticate-session.js'
import { abilityFor } from '../../http/authenticate.js'
import { findRoute, notFound, readParams } from '../../http/path-params.js'
import type { AccountCall, Answer } from '../../http/route.js'
import { runRoute } from '../../http/run-route.js'
import { validate } from '../../http/validate.js'
import type { TicketTarget } from './ticket-target.js'

type UseCall = AccountCall<{ ticket: string }>

/** Answers as the route of the ticket, with the current role of the session in the project of the ticket. */
export async function useTicket(targets: readonly TicketTarget[], call: UseCall): Promise<Answer> {
  const { db, params, session } = call
  const tokenHash = hashRandomToken(params.ticket)
  const read = await takeTicket(db, { tokenHash, sessionId: session.id })
  if (read === null)
    throw domainError(
      'ticket_invalid',
      'This ticket has expired, was used, or belongs to another session. Request another one with POST /api/tickets.',
    )
  return answerFor(targets, call, read)
}

async function answerFor(
  targets: readonly TicketTarget[],
  { session, ...call }: UseCall,
  { projectId, route: path, query }: TicketRead,
): Promise<Answer> {
  const project = await findProjectById(call.db, projectId)
  const found = findRoute(targets, path)
  if (project === null || found === null) throw notFound()
  const { route } = found
  const member = await findMember(call.db, { projectId, userId: session.userId })
  const role = member?.role ?? null
  return runRoute(route, {
    ...call,
    project,
    body: undefined,
    actor: actAsMember({ ...session, role }, abilityFor(route.access)),
    // The schemas of the route give them the types that its operation expects.
    params: readParams(route.params ?? {}, found.params) as Record<string, never>,
    query: route.query === undefined ? {} : validate(route.query, query),
  })
}
