import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { throughlineWebhook, type ThroughlineWebhookOptions } from '../src/express.js'
import type { TimestampedDelivery } from '../src/verify.js'
import { vector, vectorHeaders, vectorSentAt } from './signature-vector.js'

type Answer = { status: number; body: string }
type Middleware = ReturnType<typeof throughlineWebhook>
type RequestWithBody = IncomingMessage & { body?: unknown; rawBody?: unknown }

const options: ThroughlineWebhookOptions = { now: vectorSentAt }
const cleanUps: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

describe('throughlineWebhook', () => {
  it('passes a genuine delivery to the handler and responds 204', async () => {
    const deliveries: TimestampedDelivery[] = []
    const port = await serve(
      throughlineWebhook(vector.secret, (delivery) => void deliveries.push(delivery), options),
    )
    expect(await post(port, vector.body, vectorHeaders)).toEqual({ status: 204, body: '' })
    expect(deliveries).toMatchObject([
      { scheme: 'standard', deliveryId: vector['webhook-id'], payload: { dyna_code: 'ABC123' } },
    ])
  })

  it('leaves the response to a handler that sends one', async () => {
    const port = await serve(
      throughlineWebhook(
        vector.secret,
        (_delivery, _request, response) => void response.writeHead(202).end('queued'),
        options,
      ),
    )
    expect(await post(port, vector.body, vectorHeaders)).toEqual({ status: 202, body: 'queued' })
  })

  it('reads the secret for each request', async () => {
    const secretOf = (request: IncomingMessage) =>
      Promise.resolve(request.url === '/a' ? vector.secret : 'whsec_b3RoZXI=')
    const port = await serve(throughlineWebhook(secretOf, () => undefined, options))
    expect((await post(port, vector.body, vectorHeaders, '/a')).status).toBe(204)
    expect(await post(port, vector.body, vectorHeaders, '/b')).toEqual(
      refusal(401, 'bad_signature'),
    )
  })

  it.each([
    [401, 'bad_signature', { ...vectorHeaders, 'webhook-id': 'other' }],
    [401, 'missing_header', { 'x-service-signature': vector['x-service-signature'] }],
    [400, 'malformed_signature', { ...vectorHeaders, 'webhook-timestamp': 'now' }],
  ])('answers %i %s without calling the handler', async (status, code, headers) => {
    let calls = 0
    const port = await serve(throughlineWebhook(vector.secret, () => void (calls += 1), options))
    expect(await post(port, vector.body, headers)).toEqual(refusal(status, code))
    expect(calls).toBe(0)
  })

  it('rejects a recorded request that is sent again later', async () => {
    const port = await serve(throughlineWebhook(vector.secret, () => undefined))
    expect(await post(port, vector.body, vectorHeaders)).toEqual(refusal(401, 'timestamp_too_old'))
  })

  it('responds 400 to a genuine body that is not JSON', async () => {
    const port = await serve(throughlineWebhook(vector.secret, () => undefined, options))
    const headers = signedNow('hello')
    expect(await post(port, 'hello', headers)).toEqual(refusal(400, 'invalid_json'))
  })

  it('responds 413 to a body over the limit', async () => {
    const limits = { ...options, maxBodyBytes: 100 }
    const port = await serve(throughlineWebhook(vector.secret, () => undefined, limits))
    expect(await post(port, vector.body, vectorHeaders)).toEqual(refusal(413, 'body_too_large'))
  })

  it('passes errors of the receiver to next', async () => {
    const failing = throughlineWebhook(
      vector.secret,
      () => Promise.reject(new Error('no database')),
      options,
    )
    const misconfigured = throughlineWebhook('whsec_', () => undefined, options)
    for (const middleware of [failing, misconfigured]) {
      const errors: unknown[] = []
      const port = await serve((request, response) =>
        middleware(request, response, (error) => {
          errors.push(error)
          response.writeHead(500).end('from next')
        }),
      )
      expect(await post(port, vector.body, vectorHeaders)).toEqual({
        status: 500,
        body: 'from next',
      })
      expect(errors).toEqual([expect.any(Error)])
    }
  })

  it('responds 500 to them without next, so that the delivery is retried', async () => {
    const middleware = throughlineWebhook(
      vector.secret,
      () => Promise.reject(new Error('no database')),
      options,
    )
    const port = await serve((request, response) => middleware(request, response))
    expect(await post(port, vector.body, vectorHeaders)).toEqual(refusal(500, 'internal_error'))
  })

  it.each(['body', 'rawBody'] as const)(
    'takes the bytes that an earlier parser kept as request.%s',
    async (property) => {
      const middleware = throughlineWebhook(vector.secret, () => undefined, options)
      const port = await serve((request: RequestWithBody, response) => {
        void readAll(request).then((bytes) => {
          request[property] = bytes
          middleware(request, response)
        })
      })
      expect((await post(port, vector.body, vectorHeaders)).status).toBe(204)
    },
  )

  it('reports that a JSON parser has consumed the body', async () => {
    const middleware = throughlineWebhook(vector.secret, () => undefined, options)
    const port = await serve((request: RequestWithBody, response) => {
      void readAll(request).then((bytes) => {
        request.body = JSON.parse(bytes.toString())
        middleware(request, response, (error) => response.writeHead(500).end(String(error)))
      })
    })
    const answer = await post(port, vector.body, vectorHeaders)
    expect(answer).toEqual({ status: 500, body: expect.stringContaining('before any body parser') })
  })
})

function refusal(status: number, code: string): Answer {
  return { status, body: JSON.stringify({ code }) }
}

function signedNow(body: string): Record<string, string> {
  const timestamp = vector['webhook-timestamp']
  const key = Buffer.from(vector.secret.slice('whsec_'.length), 'base64')
  const mac = createHmac('sha256', key).update(`id.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': 'id',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac}`,
  }
}

async function serve(middleware: Middleware): Promise<number> {
  const server = createServer((request, response) => middleware(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  // A server that listens on a TCP port has an AddressInfo.
  return (server.address() as AddressInfo).port
}

function post(
  port: number,
  body: string,
  headers: Record<string, string>,
  path = '/',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path, method: 'POST', headers },
      (response) => {
        readAll(response).then(
          (bytes) => resolve({ status: response.statusCode ?? 0, body: bytes.toString() }),
          reject,
        )
      },
    )
    request.once('error', reject)
    request.end(body)
  })
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  // Without an encoding, a request's chunks are buffers.
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
