import type { CreateTicketBody, TicketBody } from '@throughline/contracts/tickets'
import { domainError, fieldError, fieldErrors } from '@throughline/core/lib/errors'
import { generateRandomToken } from '@throughline/core/security/random-token'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { insertTicket } from '@throughline/db/accounts/tickets'
import { actAsMember } from '../../http/authenticate-session.js'
import { abilityFor } from '../../http/authenticate.js'
import { findRoute } from '../../http/path-params.js'
import type { Answer, Call } from '../../http/route.js'
import { isCsv, requireExporter } from '../../http/run-route.js'
import { schemaErrors } from '../../http/validate.js'
import type { TicketTarget } from './ticket-target.js'

type CreateCall = Call<object, unknown, CreateTicketBody>

/** Creates a ticket of the session. Role and query are also checked here, so that the panel can show the error. */
export async function createTicket(
  targets: readonly TicketTarget[],
  call: CreateCall,
): Promise<Answer> {
  const { actor, body, ctx, db, project } = call
  if (actor.kind !== 'user')
    throw domainError(
      'forbidden',
      'Tickets belong to sessions of the panel. With an admin token, call the route itself.',
    )
  const route = requireTarget(targets, body)
  actAsMember(actor.session, abilityFor(route.access))
  requireExporter(route, { actor, query: body.query })
  const { token, hash } = generateRandomToken()
  const expiresAt = await insertTicket(db, {
    sessionId: actor.session.id,
    projectId: project.id,
    tokenHash: hash,
    ...body,
  })
  const url = `${ctx.config.publicUrl}/api/tickets/${token}`
  const ticket: TicketBody = { url, expires_at: formatTimestamp(expiresAt) }
  return { status: 201, headers: { Location: url }, body: ticket }
}

/** @throws DomainError `validation_failed` if no ticket can read the route, or its query is invalid */
function requireTarget(
  targets: readonly TicketTarget[],
  { route: path, query }: CreateTicketBody,
): TicketTarget {
  const found = findRoute(targets, path)
  if (found === null)
    throw fieldError('route', `must be one of ${targets.map((target) => target.path).join(', ')}`)
  const { route } = found
  if (route.ticket === 'csv' && !isCsv(query))
    throw fieldError('query.format', 'must be csv, because a ticket is for a download')
  const rejected = route.query === undefined ? {} : schemaErrors(route.query, query)
  const named = Object.entries(rejected).map(([name, texts]) => [`query.${name}`, texts] as const)
  if (named.length > 0) throw fieldErrors(Object.fromEntries(named))
  return route
}
