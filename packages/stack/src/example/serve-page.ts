import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

import { errorCode } from '../errors.js'
import { freePort } from '../ports.js'

export interface PageSettings {
  publicKey: string
  projectId: string
  baseUrl: string
  linkHost: string
}

export interface ServedPage {
  /** `http://localhost:{port}`. Browsers treat localhost as a secure origin. */
  url: string
  /** The product page at `phoneHost`; null without one, or if it could not be served there. */
  shopUrl: string | null
  close(): Promise<void>
}

/** The product page of the example shop, where links lead. */
export const SHOP_PATH = '/shop.html?item=trail-shoes'

/** Responds if it serves the request's path, and returns whether it did. */
export type AnswerOwnPath = (request: IncomingMessage, response: ServerResponse) => boolean

/** A port on loopback, open before its page is known: the API receives the address when it starts. */
export interface PagePort {
  url: string
  port: number
  server: Server
}

/** Opens the preferred port, or the next free one. It answers 503 until a page is served. */
export async function openPagePort(firstPort: number): Promise<PagePort> {
  const server = createServer((_request, response) => {
    response.writeHead(503, { 'retry-after': '2', refresh: '2' }).end('Not ready yet\n')
  })
  const port = await listenFrom(firstPort, server)
  return { url: `http://localhost:${port}`, port, server }
}

export interface ServeOptions {
  at: PagePort
  /** An address of this machine, where phones get the product page and nothing else. */
  phoneHost?: string | null
  ownPaths?: (url: string) => AnswerOwnPath
}

/** Serves a built page on an open port, with its settings as `config.json`. The files are read once. */
export async function servePage(
  folder: string,
  settings: PageSettings,
  { at, phoneHost = null, ownPaths }: ServeOptions,
): Promise<ServedPage> {
  const files = await readFiles(folder)
  const shopFiles = new Map([...files].filter(([path]) => isShopFile(path)))
  files.set('/config.json', { type: TYPES['.json'] ?? '', body: JSON.stringify(settings) })
  const { server, port, url } = at
  const headers = commonHeaders(settings.baseUrl, port)
  const answerOwnPath = ownPaths?.(url)
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (answerOwnPath?.(request, response) !== true) answer({ request, response, files, headers })
  })
  const shop = createServer((request, response) => {
    answer({ request, response, files: shopFiles, headers })
  })
  const isOpen =
    phoneHost !== null && (phoneHost === HOST || (await tryListen(shop, port, phoneHost)))
  return {
    url,
    shopUrl: isOpen ? `http://${phoneHost}:${port}${SHOP_PATH}` : null,
    close: async () => {
      if (shop.listening) await closePage({ server: shop })
      await closePage(at)
    },
  }
}

const isShopFile = (path: string) => path === '/shop.html' || path.startsWith('/assets/')

export async function closePage({ server }: Pick<PagePort, 'server'>): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

interface ServedFile {
  type: string
  body: Buffer | string
}

async function readFiles(folder: string): Promise<Map<string, ServedFile>> {
  const files = new Map<string, ServedFile>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length).replaceAll('\\', '/')
    const type = TYPES[extname(file)] ?? 'application/octet-stream'
    files.set(path === '/index.html' ? '/' : path, { type, body: await readFile(file) })
  }
  return files
}

function answer(parts: {
  request: IncomingMessage
  response: ServerResponse
  files: ReadonlyMap<string, ServedFile>
  headers: Record<string, string>
}): void {
  const { request, response, files, headers } = parts
  const file = files.get(request.url?.split('?', 1)[0] ?? '')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...headers, allow: 'GET, HEAD' }).end()
  } else if (file === undefined) {
    response.writeHead(404, { ...headers, 'content-type': 'text/plain' }).end('Not found\n')
  } else {
    response.writeHead(200, { ...headers, 'content-type': file.type }).end(file.body)
  }
}

function commonHeaders(baseUrl: string, port: number): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src data:`,
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    // Links name the shop by its IP address: localhost is a parent of the link hosts, so it is no destination.
    `frame-src 'self' http://${HOST}:${port}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'self' http://localhost:${port}`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    // The next start may serve another page and another project on this port.
    'cache-control': 'no-store',
  }
}

async function listenFrom(firstPort: number, server: Server): Promise<number> {
  for (let port = firstPort; port < Math.min(firstPort + PORTS_TRIED, 65_536); port += 1)
    if (await tryListen(server, port, HOST)) return port
  const port = await freePort()
  server.listen(port, HOST)
  await once(server, 'listening')
  return port
}

async function tryListen(server: Server, port: number, host: string): Promise<boolean> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    if (['EADDRINUSE', 'EACCES'].includes(errorCode(error) ?? '')) return false
    throw error
  }
}

const HOST = '127.0.0.1'
const PORTS_TRIED = 20
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
}
