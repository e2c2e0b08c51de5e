import { Router, type RequestHandler } from 'express'
import type { AppContext } from '../context.js'
import type { Route } from '../http/route.js'
import { docsPagePolicy } from '../http/security-headers.js'
import { GUIDE_STYLE, guidePage, guidesPage, readGuides, type Guide } from './guides.js'
import { buildOpenApi } from './openapi.js'
import { REFERENCE_PAGE, REFERENCE_SCRIPT, REFERENCE_STYLE } from './reference-page.js'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** The files of swagger-ui that the page needs; no others are served. */
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

/** Serves `/openapi.json`, the API reference at `/docs` with all assets, and the guides. */
export function docsRouter(
  ctx: Pick<AppContext, 'config'>,
  routes: readonly Route[],
  assetsDir = findDocsAssets(),
): Router {
  const router = Router({ strict: true, caseSensitive: true })
  let guides: Guide[] | undefined
  const allGuides = () => (guides ??= readGuides())
  const document = compressed('application/json', () =>
    Buffer.from(JSON.stringify(buildOpenApi(routes, ctx.config.publicUrl, allGuides()))),
  )
  // The document is public, and tools on other origins read it.
  router.get('/openapi.json', allowAnyReader, document)
  router.use('/docs', docsPagePolicy)
  router.get(['/docs', '/docs/'], (_request, response) => {
    response.type('html').send(REFERENCE_PAGE)
  })
  router.get('/docs/start.js', (_request, response) => {
    response.type('text/javascript').send(REFERENCE_SCRIPT)
  })
  router.get('/docs/reference.css', (_request, response) => {
    response.type('text/css').send(REFERENCE_STYLE)
  })
  serveGuides(router, allGuides)
  for (const name of ASSETS) {
    const file = compressed(extname(name), () => readFile(join(assetsDir, name)))
    router.get(`/docs/${name}`, cacheForAnHour, file)
  }
  return router
}

const allowAnyReader: RequestHandler = (_request, response, next) => {
  response.set('Access-Control-Allow-Origin', '*')
  next()
}

const cacheForAnHour: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'public, max-age=3600')
  next()
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

/**
 * Returns the folder of swagger-ui's files: `docs-assets` beside a built bundle, or the package when running from
 * source.
 */
export function findDocsAssets(from = import.meta.url): string {
  const besideBundle = fileURLToPath(new URL('./docs-assets', from))
  if (existsSync(besideBundle)) return besideBundle
  return dirname(createRequire(from).resolve('swagger-ui-dist/package.json'))
}

const compress = promisify(gzip)

/** Serves a file that is the same for all callers. Reads it on the first request and compresses it once. */
function compressed(type: string, read: () => Promise<Buffer> | Buffer): RequestHandler {
  let plain: Promise<Buffer> | undefined
  let zipped: Promise<Buffer> | undefined
  return async (request, response) => {
    plain ??= Promise.resolve(read())
    response.type(type).vary('Accept-Encoding')
    if (request.acceptsEncodings('gzip') === false) {
      response.send(await plain)
      return
    }
    zipped ??= plain.then((bytes) => compress(bytes))
    response.set('Content-Encoding', 'gzip').send(await zipped)
  }
}
