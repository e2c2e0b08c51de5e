/** The baseline: Node's HTTP server, or Express on it, with the same 302 and no other work. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'

const HEADERS = {
  Location: 'https://shop.example/spring?gclid=abc&utm_source=newsletter',
  'Cache-Control': 'private, no-store',
  'Accept-CH': 'Sec-CH-UA-Platform-Version, Sec-CH-UA-Model',
  'X-Request-Id': '0d7b9b4c-3f0e-4a53-8f0b-0a8d0f0f2c11',
  'Content-Length': '0',
}

const server = createServer(process.argv[2] === 'express' ? onExpress() : bare)
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  process.send?.({ kind: 'listening', port: (server.address() as AddressInfo).port })
})
process.on('disconnect', () => process.exit(0))

function bare(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(302, HEADERS).end()
}

function onExpress(): RequestListener {
  const app = express()
  app.get('/:code', (_request, response) => {
    response.status(302).set(HEADERS).end()
  })
  return app
}
