import { associationRoutes } from './features/association/routes.js'
import { attributionRoutes } from './features/attribution/routes.js'
import { attributionRecordRoutes } from './features/attributions/routes.js'
import { campaignRoutes } from './features/campaigns/routes.js'
import { clickRoutes } from './features/clicks/routes.js'
import { deliveryRoutes } from './features/deliveries/routes.js'
import { erasureRoutes } from './features/erasures/routes.js'
import { linkRoutes } from './features/links/routes.js'
import { projectRoutes } from './features/project/routes.js'
import { webhookRoutes } from './features/webhooks/routes.js'
import type { Route } from './http/route.js'

/** Every route of the API: the server mounts them, the documents describe them, the tests walk them. */
export const routes: readonly Route[] = [
  // Express tries them in this order: installs are the most frequent requests.
  ...attributionRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...linkRoutes,
  ...clickRoutes,
  ...campaignRoutes,
  ...projectRoutes,
  ...associationRoutes,
  ...attributionRecordRoutes,
  ...erasureRoutes,
]
