import { Router } from 'express'
import type { AppContext } from '../context.js'
import type { Route } from '../http/route.js'
import { docsPagePolicy } from '../http/security-headers.js'
import { GUIDE_STYLE, guidePage, guidesPage, readGuides, type Guide } from './guides.js'
import { buildOpenApi } from './openapi.js'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of swagger-ui that the page needs; no others are served. */
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

const PAGE = Buffer.from(`<!doctype html>
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
`)

// Keeps the entered key and token in this browser, so that a reload needs no new authorization. Uses no external validator.
const START = Buffer.from(`SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: true,
  validatorUrl: null,
})
`)

/** Serves `/openapi.json`, the API reference at `/docs` with all assets, and the guides. */
export function docsRouter(
  ctx: Pick<AppContext, 'config'>,
  routes: readonly Route[],
  assetsDir = findDocsAssets(),
): Router {
  const router = Router({ strict: true, caseSensitive: true })
  let guides: Guide[] | undefined
  const allGuides = () => (guides ??= readGuides())
  // Built for the first reader, because it would delay the start. As bytes, shared by all responses.
  let document: Buffer | undefined
  router.get('/openapi.json', (_request, response) => {
    document ??= Buffer.from(
      JSON.stringify(buildOpenApi(routes, ctx.config.publicUrl, allGuides())),
    )
    // Public, and read by tools on other origins.
    response.set('Access-Control-Allow-Origin', '*').type('application/json').send(document)
  })
  router.use('/docs', docsPagePolicy)
  router.get(['/docs', '/docs/'], (_request, response) => {
    response.type('html').send(PAGE)
  })
  router.get('/docs/start.js', (_request, response) => {
    response.type('text/javascript').send(START)
  })
  serveGuides(router, allGuides)
  for (const name of ASSETS) {
    router.get(`/docs/${name}`, (_request, response) => {
      response.sendFile(name, { root: assetsDir, maxAge: '1h' })
    })
  }
  return router
}

function serveGuides(router: Router, guides: () => Guide[]): void {
  router.get('/docs/guides.css', (_request, response) => {
    response.type('text/css').send(GUIDE_STYLE)
  })
  router.get('/docs/guides', (_request, response) => {
    response.type('html').send(guidesPage(guides()))
  })
  router.get('/docs/guides/:name', (request, response, next) => {
    const guide = guides().find(({ name }) => name === request.params.name)
    if (guide === undefined) next()
    else response.type('html').send(guidePage(guide, guides()))
  })
}

/** The folder of swagger-ui's files: `docs-assets` beside a built bundle, or the package when running from source. */
export function findDocsAssets(from = import.meta.url): string {
  const besideBundle = fileURLToPath(new URL('./docs-assets', from))
  if (existsSync(besideBundle)) return besideBundle
  return dirname(createRequire(from).resolve('swagger-ui-dist/package.json'))
}
