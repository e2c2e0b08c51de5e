import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { builtApps } from '@throughline/testkit/built-app'
import { startInstallation, type Installation } from '@throughline/testkit/installation'
import { createProject, type ProjectAccess } from '@throughline/testkit/installation/project'
import { spansOf, type ReceivedSpan } from '@throughline/testkit/otlp-spans'
import { startReceiver, startTestReceiver } from '@throughline/testkit/receiver'
import { createTestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import got from 'got'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const PROXY_TRACE = 'a'.repeat(32)

/** The build of the bundles may take longer than a test. */
const START_TIMEOUT_MS = 3 * 60_000

let installation: Installation
let project: ProjectAccess
let collector: Awaited<ReturnType<typeof startReceiver>>
let receiver: Awaited<ReturnType<typeof startTestReceiver>>
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const database = await createTestDatabase()
  closing.unshift(database.drop)
  collector = await startReceiver()
  receiver = await startTestReceiver()
  closing.unshift(collector.close, receiver.close)
  installation = await startInstallation({
    databaseUrl: database.url,
    caPem: receiver.caPem,
    apis: 1,
    workers: 1,
    programs: { folder: await builtApps() },
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme%20inc',
      OTEL_BSP_SCHEDULE_DELAY: '50',
      TRUST_PROXY: '1',
    },
  })
  closing.unshift(installation.close)
  project = await createProject(installation, { name: 'Acme', prefix: 'acme' })
}, START_TIMEOUT_MS)
afterAll(async () => {
  for (const close of closing) await close()
})

const url = (path: string) => `${installation.apis[0]?.url ?? ''}${path}`

function call<Body>(path: string, json: object): Promise<Body> {
  const { projectKey, adminToken } = project
  const headers = { 'x-project-key': projectKey, authorization: `Bearer ${adminToken}` }
  return got.post(url(path), { json, headers }).json<Body>()
}

/** Follows a link on a phone. @returns the click's token */
async function click(code: string): Promise<string> {
  const { body } = await got(url(`/${code}`), {
    headers: {
      host: project.linkHost,
      'user-agent': ANDROID,
      'x-forwarded-for': '203.0.113.9',
      traceparent: `00-${PROXY_TRACE}-bbbbbbbbbbbbbbbb-01`,
    },
  })
  const token = /click_token(?:=|%3D)([\w-]+)/.exec(body)?.[1]
  if (token === undefined) throw new Error('the page has no click token')
  return token
}

const spanOf = (name: string, isWanted: (span: ReceivedSpan) => boolean = () => true) =>
  waitFor(() => spansOf(collector.requests).find((span) => span.name === name && isWanted(span)), {
    what: `the span ${name}`,
  })

it('exports one trace from the click to the attempt, which the receiver can continue', async () => {
  await call('/api/webhooks', { url: receiver.url(), events: ['install_attributed'] })
  const { code } = await call<{ code: string }>('/api/links', {
    actual_url: 'https://shop.example/',
    is_deeplink: true,
    android_package_name: 'com.example.shop',
  })
  const token = await click(code)
  await call('/api/attribution/installs', {
    install_id: randomUUID(),
    platform: 'android',
    install_referrer: `click_token=${token}`,
  })
  const [delivered] = await receiver.waitForRequests(1)
  const attempt = await spanOf('attempt')
  const [clicked, installed, enqueued] = [
    await spanOf('click'),
    await spanOf('install'),
    await spanOf('enqueue'),
  ]

  const clickId = Buffer.from(token, 'base64url').subarray(0, 16).toString('hex')
  const id = clickId.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const traceId = createHash('sha256').update(id).digest('hex').slice(0, 32)
  expect([clicked, installed, enqueued, attempt]).toMatchObject([
    { traceId, service: 'throughline-api', kind: 2, links: [PROXY_TRACE] },
    { traceId, service: 'throughline-api', kind: 2, parentSpanId: clicked.spanId },
    { traceId, service: 'throughline-api', kind: 4, parentSpanId: installed.spanId },
    { traceId, service: 'throughline-worker', kind: 3, parentSpanId: enqueued.spanId },
  ])
  expect(clicked.parentSpanId).toBeUndefined()
  expect(delivered?.headers['traceparent']).toBe(`00-${traceId}-${attempt.spanId}-01`)
  expect(collector.requests[0]?.headers['x-tenant']).toBe('acme inc')
  const { 'throughline.delivery_id': deliveryId } = attempt.attributes
  expect(deliveryId).toBe(delivered?.headers['webhook-id'])
  expect(attempt.attributes['throughline.request_id']).toBe(
    installed.attributes['throughline.request_id'],
  )

  // The job of a resend has no trace, so the event's is used.
  await call(`/api/deliveries/${deliveryId ?? ''}/resend`, {})
  const resent = await spanOf('attempt', ({ spanId }) => spanId !== attempt.spanId)
  expect(resent).toMatchObject({ traceId, parentSpanId: installed.spanId })
})
