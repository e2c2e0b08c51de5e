import { domainError } from '@throughline/core/lib/errors'
import { metricsProblem } from '@throughline/runtime/ops-server'
import { Router } from 'express'
import type { AppContext } from '../context.js'
import { createReadiness } from './readiness.js'
import { tlsAsk } from './tls-ask.js'

export function opsRouter(ctx: AppContext): Router {
  const readiness = createReadiness(ctx)
  const router = Router({ strict: true, caseSensitive: true })
  router.get('/livez', (_request, response) => {
    response.type('text/plain').send('ok')
  })
  const probe = (path: string, findReason: () => Promise<string | null>) =>
    router.get(path, async (_request, response) => {
      const reason = await findReason()
      response
        .status(reason === null ? 200 : 503)
        .type('text/plain')
        .send(reason ?? 'ok')
    })
  probe('/readyz', readiness.notReadyReason)
  probe('/readyz/links', readiness.linksNotReadyReason)
  router.get('/tls-ask', tlsAsk(ctx))
  router.get('/metrics', async (request, response) => {
    const problem = metricsProblem(request, ctx.config.secrets.metricsToken)
    if (problem !== null) throw domainError('not_found', problem)
    response.type(ctx.registry.contentType).send(await ctx.registry.metrics())
  })
  return router
}
