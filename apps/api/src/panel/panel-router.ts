import { randomBytes } from 'node:crypto'
import { Router, type Request, type Response } from 'express'
import type { AppContext } from '../context.js'
import { panelPagePolicy } from '../http/security-headers.js'
import { findPanelDir, readPanelFiles, type PanelFiles } from './panel-files.js'

const A_YEAR = '365d'
const NONCE_BYTES = 16
const RETRY_SECONDS = '3'

/** The compressed formats that the build creates, best first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

const NOT_BUILT =
  'The panel is not built. "npm start" builds it in the first seconds; elsewhere run: npm run build -- api\n'

/**
 * Serves the panel at `/admin`. The page is the same for every visitor and every path below `/admin`: it reads its URL
 * and asks the API who is signed in.
 */
export function panelRouter({ config }: Pick<AppContext, 'config'>): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const directory = config.panelDir ?? findPanelDir()
  let files: PanelFiles | null = null
  const findFiles = () => (files ??= readPanelFiles(directory))
  router.get('/admin/assets/:name', (request, response, next) => {
    const found = findFiles()
    const { name } = request.params
    if (found?.assets.has(name) === true) sendAsset(found, name, { request, response })
    else next()
  })
  router.get(['/admin', '/admin/', '/admin/*path'], (request, response, next) => {
    // A missing file must not return the page, because a browser would run it as a script.
    if (request.path.startsWith('/admin/assets/')) next()
    else sendPage(findFiles(), response)
  })
  return router
}

function sendPage(files: PanelFiles | null, response: Response): void {
  response.set('Cache-Control', 'no-store')
  if (files === null) {
    response.status(503).set('Retry-After', RETRY_SECONDS).set('Refresh', RETRY_SECONDS)
    response.type('text/plain').send(NOT_BUILT)
    return
  }
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  response.set('Content-Security-Policy', panelPagePolicy(nonce)).type('html')
  response.send(files.page(nonce))
}

function sendAsset(
  { assets }: PanelFiles,
  name: string,
  { request, response }: { request: Request; response: Response },
): void {
  const [encoding, suffix] = ENCODINGS.find(
    ([accepted, ending]) =>
      assets.has(name + ending) && request.acceptsEncodings(accepted) === accepted,
  ) ?? [null, '']
  response.vary('Accept-Encoding').type(name.slice(name.lastIndexOf('.')))
  if (encoding !== null) response.set('Content-Encoding', encoding)
  // The file name contains a hash of the content.
  response.sendFile(name + suffix, {
    root: assets.get(name),
    maxAge: A_YEAR,
    immutable: true,
    acceptRanges: false,
  })
}
