import { isAccountAccess, type Access } from '../../http/access.js'
import type { Route } from '../../http/route.js'

/** A route of a project that a ticket can read. */
export type TicketTarget = Route & { access: Access }

export function isTicketTarget(route: Route): route is TicketTarget {
  return route.ticket !== undefined && !isAccountAccess(route.access)
}
