import { appAssociationRoutes } from './features/app-association/routes.js'
import { attributionRoutes } from './features/attribution/routes.js'
import { campaignRoutes } from './features/campaigns/routes.js'
import { deliveryRoutes } from './features/deliveries/routes.js'
import { domainRoutes } from './features/domains/routes.js'
import { erasureRoutes } from './features/erasures/routes.js'
import { linkRoutes } from './features/links/routes.js'
import { projectRoutes } from './features/projects/routes.js'
import { tokenRoutes } from './features/tokens/routes.js'
import { webhookRoutes } from './features/webhooks/routes.js'
import type { Route } from './http/route.js'

export const routes: readonly Route[] = [
  ...attributionRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...linkRoutes,
  ...campaignRoutes,
  ...projectRoutes,
  ...domainRoutes,
  ...tokenRoutes,
  ...appAssociationRoutes,
  ...erasureRoutes,
]
