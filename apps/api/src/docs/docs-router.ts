import { Router, type RequestHandler } from 'express'
import type { AppContext } from '../context.js'
import type { Route } from '../http/route.js'
import { findDocsAssets } from './docs-assets.js'
import { buildOpenApi } from './openapi.js'

/** Files of swagger-ui that the page needs; nothing else of the folder is served. */
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Throughline API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

// Nothing typed into the page is kept, and no validator of anybody else's is asked.
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
})
`

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * `/openapi.json`, and `/docs`: the reference as pages, all of it served by ourselves (contract §8).
 *
 * @param assetsDir where swagger-ui's files are, unless it is to be found
 */
export function docsRouter(
  ctx: Pick<AppContext, 'config'>,
  routes: readonly Route[],
  assetsDir = findDocsAssets(),
): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const text = JSON.stringify(buildOpenApi(routes, ctx.config.publicUrl))
  router.get('/openapi.json', (_request, response) => {
    // Public, and read by tools on other origins.
    response.set('Access-Control-Allow-Origin', '*').type('application/json').send(text)
  })
  router.use('/docs', protect)
  router.get(['/docs', '/docs/'], (_request, response) => {
    response.type('html').send(PAGE)
  })
  router.get('/docs/start.js', (_request, response) => {
    response.type('text/javascript').send(START)
  })
  for (const name of ASSETS) {
    router.get(`/docs/${name}`, (_request, response) => {
      response.sendFile(name, { root: assetsDir, maxAge: '1h' })
    })
  }
  return router
}

const protect: RequestHandler = (_request, response, next) => {
  response.set({
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  })
  next()
}
