import { meRoutes } from './features/accounts/me-routes.js'
import { signInRoutes } from './features/accounts/sign-in-routes.js'
import { appAssociationRoutes } from './features/app-association/routes.js'
import { attributionRoutes } from './features/attribution/routes.js'
import { projectAuditRoutes, systemAuditRoutes } from './features/audit/routes.js'
import { campaignRoutes } from './features/campaigns/routes.js'
import { clickRoutes } from './features/clicks/routes.js'
import { deliveryRoutes } from './features/deliveries/routes.js'
import { domainRoutes } from './features/domains/routes.js'
import { erasureRoutes } from './features/erasures/routes.js'
import { linkRoutes } from './features/links/routes.js'
import { memberRoutes } from './features/members/routes.js'
import { overviewRoutes } from './features/overview/routes.js'
import { allProjectsRoutes, projectRoutes } from './features/projects/routes.js'
import { streamRoutes } from './features/stream/routes.js'
import { systemRoutes } from './features/system/routes.js'
import { ticketRoutes, ticketUseRoutes } from './features/tickets/routes.js'
import { isTicketTarget } from './features/tickets/ticket-target.js'
import { tokenRoutes } from './features/tokens/routes.js'
import { userRoutes } from './features/users/routes.js'
import { webhookRoutes } from './features/webhooks/routes.js'
import type { Route } from './http/route.js'

const projectsOwnRoutes: readonly Route[] = [
  ...overviewRoutes,
  ...streamRoutes,
  ...attributionRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...linkRoutes,
  ...clickRoutes,
  ...campaignRoutes,
  ...projectRoutes,
  ...domainRoutes,
  ...tokenRoutes,
  ...memberRoutes,
  ...projectAuditRoutes,
  ...appAssociationRoutes,
  ...erasureRoutes,
]

const ticketTargets = projectsOwnRoutes.filter(isTicketTarget)

/** Routes about the project that `x-project-key` names. */
export const keyedRoutes: readonly Route[] = [...projectsOwnRoutes, ...ticketRoutes(ticketTargets)]

/** Routes of the panel that are about no project. */
export const accountRoutes: readonly Route[] = [
  ...signInRoutes,
  ...meRoutes,
  ...userRoutes,
  ...allProjectsRoutes,
  ...systemAuditRoutes,
  ...systemRoutes,
  ...ticketUseRoutes(ticketTargets),
]

export const routes: readonly Route[] = [...keyedRoutes, ...accountRoutes]
