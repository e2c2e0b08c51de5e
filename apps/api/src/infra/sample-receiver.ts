import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { KeyRing } from '@throughline/core/security/key-ring'
import { parseIntegerId } from '@throughline/core/lib/ids'
import { openWebhookSecret } from '@throughline/core/webhooks/webhook-secret'
import type { Database } from '@throughline/db/connection/database'
import { findWebhookSecret } from '@throughline/db/webhooks/webhooks'
import type { Logger } from '@throughline/runtime/logger'
import { verify } from '../../../../packages/webhooks/src/verify.js'
import { WebhookVerificationError } from '../../../../packages/webhooks/src/verification-error.js'

/** A webhook of this installation, found by the id in a request. */
export interface SampleWebhook {
  projectId: string
  webhookId: number
  secret: string
}

export interface SampleRequest {
  webhookId: number
  receivedAt: Date
  /** Of the headers; null if the request has none. */
  deliveryId: string | null
  event: string | null
  trigger: string | null
  isTest: boolean
  /** What the receiver answered. */
  status: 200 | 401
  /** Why the signature was rejected; null if it is right. */
  problem: string | null
  payload: string
}

/** What the sample receiver got. In memory: it is for the first hour with the panel. */
export interface SampleInbox {
  /** Where webhooks send to; null without a receiver. */
  url: string | null
  /** Newest first. */
  list(projectId: string): SampleRequest[]
  add(projectId: string, request: SampleRequest): void
}

const MAX_KEPT = 50

export function createSampleInbox(): SampleInbox {
  const byProject = new Map<string, SampleRequest[]>()
  return {
    url: null,
    list: (projectId) => byProject.get(projectId) ?? [],
    add: (projectId, request) => {
      const kept = (byProject.get(projectId) ?? []).slice(0, MAX_KEPT - 1)
      byProject.set(projectId, [request, ...kept])
    },
  }
}

export interface SampleReceiverParts {
  port: number
  logger: Logger
  inbox: SampleInbox
  find: (webhookId: number) => Promise<SampleWebhook | null>
}

/** A webhook that is not deleted, of any project. */
export async function findSampleWebhook(
  { database, keyRing }: { database: Database; keyRing: KeyRing },
  webhookId: number,
): Promise<SampleWebhook | null> {
  const found = await findWebhookSecret(database.prisma, webhookId)
  if (found === null) return null
  const { projectId, secretSealed } = found
  const owner = { projectId, webhookId }
  return { ...owner, secret: openWebhookSecret(keyRing, secretSealed, owner) }
}

const MAX_BODY_BYTES = 1_000_000

/**
 * Receives the webhooks of this installation on loopback, as the server of an app's owner does: accepts what is signed
 * with the webhook's secret, and rejects the rest with 401. A busy port is only logged.
 */
export async function startSampleReceiver(parts: SampleReceiverParts): Promise<Server | null> {
  const { port, logger, inbox } = parts
  const server = createServer((request, response) => {
    const size = Number(request.headers['content-length'] ?? Infinity)
    if (request.method !== 'POST' || size > MAX_BODY_BYTES) {
      response.writeHead(request.method === 'POST' ? 413 : 405, { allow: 'POST' }).end()
      return
    }
    buffer(request)
      .then((body) => receive(parts, request.headers, body))
      .then((status) => response.writeHead(status).end())
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'sample receiver: the request was not checked')
        response.writeHead(500).end()
      })
  })
  return new Promise((resolve) => {
    server.once('error', (error) => {
      logger.warn({ err: error, port }, 'no sample receiver: its port cannot be used')
      resolve(null)
    })
    server.listen(port, '127.0.0.1', () => {
      // A server that listens on a TCP port has an AddressInfo.
      inbox.url = `http://localhost:${(server.address() as AddressInfo).port}/`
      // It must not keep the process alive.
      server.unref()
      resolve(server)
    })
  })
}

async function receive(
  { inbox, find }: SampleReceiverParts,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<number> {
  const id = parseIntegerId(textOf(headers, 'x-service-webhook-id') ?? '')
  const webhook = id === null ? null : await find(id)
  if (webhook === null) return 404
  const problem = problemOf(() => verify(body, headers, webhook.secret))
  const status = problem === null ? 200 : 401
  inbox.add(webhook.projectId, {
    webhookId: webhook.webhookId,
    receivedAt: new Date(),
    status,
    problem,
    deliveryId: textOf(headers, 'webhook-id'),
    event: textOf(headers, 'x-service-event'),
    trigger: textOf(headers, 'x-service-trigger'),
    isTest: textOf(headers, 'x-service-test') === 'true',
    payload: body.toString('utf8'),
  })
  return status
}

function problemOf(check: () => unknown): string | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.message
    throw error
  }
}

function textOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}
