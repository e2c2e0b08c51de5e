import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'

export const run = promisify(execFile)
const composeCommand =
  spawnSync('docker', ['compose', 'version']).status === 0
    ? ['docker', 'compose']
    : ['docker-compose']

/** Runs docker compose. Returns its output. */
export async function compose(...args: string[]): Promise<string> {
  const [program = '', ...before] = composeCommand
  return (await run(program, [...before, ...args], { maxBuffer: 64_000_000 })).stdout
}

/** A field of a container or an image, by a template of Go. */
export async function inspect(id: string, format: string): Promise<string> {
  return (await run('docker', ['inspect', '--format', format, id])).stdout.trim()
}

interface Received {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Starts a receiver on the host, at the address that containers know as host.docker.internal. */
export async function startReceiver(address: string, tls?: { cert: string; key: string }) {
  const received: Received[] = []
  const server = tls === undefined ? createHttpServer() : createHttpsServer(tls)
  server.on('request', (request, response) => {
    void buffer(request).then((body) => {
      received.push({ headers: request.headers, body })
      response.end()
    })
  })
  await once(server.listen(0, address), 'listening')
  return { received, server, port: (server.address() as AddressInfo).port }
}

export const step = (text: string) => process.stdout.write(`ok  ${text}\n`)
