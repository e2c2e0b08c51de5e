/** Verifies both signatures, logs and flushes the request, and only then responds. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../seeded-random.js'
import type { ReceiverEntry } from './entries.js'
import { hasSigned } from './has-signed.js'
import { openEventLog } from './event-log-file.js'
import type { Behaviour, EndpointSetting, ReceiverSettings } from './receiver.js'

const settings = JSON.parse(process.argv[2] ?? '') as ReceiverSettings
const eventLog = await openEventLog(settings.eventLog)
const random = createRandom(settings.seed)
const endpoints = new Map<string, EndpointSetting>()
const HEALTHY: Behaviour = { delayMs: [0, 0], failFirst: [0, 0] }

const server = createServer(settings.tls, (request, response) => {
  receive(request, response).catch(() => request.destroy())
})
server.listen(settings.port, '127.0.0.1', () => process.send?.({ kind: 'ready' }))
process.on('message', (message: EndpointSetting) => {
  endpoints.set(message.path, message)
  process.send?.({ kind: 'set', path: message.path })
})
process.on('disconnect', () => process.exit(0))

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request)
  const at = Date.now()
  const path = request.url ?? ''
  const endpoint = endpoints.get(path)
  const { delayMs, failFirst } = endpoint?.behaviour ?? HEALTHY
  const cut: { at?: number } = {}
  response.once('close', () => (cut.at = Date.now()))
  await sleep(random.integer(delayMs[0], delayMs[1]))
  const install = installOf(body)
  const attempt = Number(header(request, 'x-service-attempt'))
  const status = attempt <= random.fork(install).integer(failFirst[0], failFirst[1]) ? 500 : 204
  const secret = (endpoint?.secrets ?? []).findIndex((one) => hasSigned(one, request.headers, body))
  const entry: ReceiverEntry = {
    endpoint: path,
    webhookId: header(request, 'x-service-webhook-id'),
    deliveryId: header(request, 'webhook-id'),
    eventId: header(request, 'x-service-event-id'),
    attempt,
    trigger: header(request, 'x-service-trigger'),
    install,
    timestamp: Number(header(request, 'webhook-timestamp')),
    at,
    answeredAt: cut.at ?? Date.now(),
    status,
    secret,
    bodyHash: createHash('sha256').update(body).digest('hex'),
  }
  await eventLog.append(entry)
  response.writeHead(status).end()
  process.send?.({ kind: 'answered', endpoint: path, status })
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  // Without a set encoding a request's chunks are buffers.
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** The event log client puts the install's name into the click id. */
function installOf(body: Buffer): string {
  try {
    const payload: unknown = JSON.parse(body.toString('utf8'))
    const gclid: unknown = Reflect.get(Object(payload), 'gclid')
    return typeof gclid === 'string' ? gclid : ''
  } catch {
    return ''
  }
}
