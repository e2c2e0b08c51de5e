import { domainError } from '@throughline/core/lib/errors'
import express, { type Express } from 'express'
import type { AppContext } from './context.js'
import { docsRouter } from './docs/docs-router.js'
import { mountRoutes } from './http/mount-routes.js'
import { problemHandler } from './http/problem.js'
import { observeRequests } from './http/observe-requests.js'
import { rejectWhileStarting } from './http/reject-while-starting.js'
import { securityHeaders } from './http/security-headers.js'
import { opsRouter } from './ops/ops-router.js'
import { panelRouter } from './panel/panel-router.js'
import { routes } from './routes.js'

/** Express tries the paths of a router one after another, so requests of the API skip those of pages. */
const NOT_API = /^(?!\/api\/)/

export function createApp(ctx: AppContext): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.use(observeRequests(ctx))
  app.use(securityHeaders(ctx.config.publicUrl))
  app.use(NOT_API, opsRouter(ctx), docsRouter(ctx, routes), panelRouter(ctx))
  app.use(rejectWhileStarting(ctx))
  app.use(mountRoutes(ctx, routes))
  app.use(() => {
    throw domainError('not_found', 'This address does not exist. See /docs for all addresses.')
  })
  app.use(problemHandler(ctx))
  return app
}
