import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import { readEnv } from './env.js'
import { childOf, parseTraceparent, traceIdsOfClick } from './trace-context.js'
import { openTracing } from './open-tracing.js'
import { traceHeadersOf, tracingEnv, tracingOf, type Tracing } from './tracing.js'

const CLICK = '0193a4b5-7c00-7abc-8def-0123456789ab'

interface Received {
  path: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function startCollector(status: number): Promise<{ url: string; requests: Received[] }> {
  const requests: Received[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ path: request.url, headers: request.headers, body })
      response.writeHead(status).end()
    })
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

const settingsOf = (env: Record<string, string>) => tracingOf(readEnv(tracingEnv, env), 'service')

async function start(env: Record<string, string>) {
  const warnings: unknown[] = []
  const logger = { warn: (...line: unknown[]) => void warnings.push(line) }
  const read = readEnv(tracingEnv, env)
  const secrets = { traceHeaders: traceHeadersOf(read) }
  const tracing = await openTracing({ tracing: tracingOf(read, 'service'), secrets }, logger)
  return { tracing, warnings }
}

function record(tracing: Tracing | null, traceparent: string): void {
  const span = { name: 'click', kind: 'server', parent: null, attributes: {} } as const
  tracing?.record({ ...span, traceparent, startedMs: Date.now() })
}

describe('the variables of OpenTelemetry', () => {
  it('leave tracing off by default, and if they say so', async () => {
    const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
    expect(settingsOf({})).toBeNull()
    expect(settingsOf({ ...on, OTEL_TRACES_EXPORTER: 'none' })).toBeNull()
    expect(settingsOf({ ...on, OTEL_SDK_DISABLED: 'true' })).toBeNull()
    expect((await start({})).tracing).toBeNull()
  })

  it('name the address of the collector', () => {
    const url = (env: Record<string, string>) => settingsOf(env)?.url
    const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/otlp/' }
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/own' }
    expect(url({ OTEL_TRACES_EXPORTER: 'otlp' })).toBe('http://localhost:4318/v1/traces')
    expect(url(base)).toBe('http://collector:4318/otlp/v1/traces')
    expect(url({ ...base, ...own })).toBe('http://collector:4318/own')
  })

  it.each([
    [{}, 1],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, 0],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }, 0.25],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }, 1],
  ])('%j sample the share %d', (env, ratio) => {
    expect(settingsOf({ OTEL_TRACES_EXPORTER: 'otlp', ...env })?.ratio).toBe(ratio)
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ])('%s=%s is rejected', (name, value) => {
    expect(() => settingsOf({ [name]: value })).toThrow(`${name}: must be `)
  })
})

it('docs/configuration.md has every variable', () => {
  const docs = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  const missing = Object.keys(tracingEnv).filter((name) => !docs.includes(`\`${name}\``))
  expect(missing).toEqual([])
})

describe('a click', () => {
  it('has the same context in every process, which does not contain its id', () => {
    const { traceId, spanId } = traceIdsOfClick(CLICK)
    expect(traceIdsOfClick(CLICK)).toEqual({ traceId, spanId })
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(spanId).toMatch(/^[0-9a-f]{16}$/)
    expect(traceId).not.toBe(CLICK.replaceAll('-', ''))
  })

  it('is sampled by its id', async () => {
    const env = { OTEL_TRACES_EXPORTER: 'otlp', OTEL_TRACES_SAMPLER: 'traceidratio' }
    const [one, other] = [
      (await start({ ...env, OTEL_TRACES_SAMPLER_ARG: '0.5' })).tracing,
      (await start({ ...env, OTEL_TRACES_SAMPLER_ARG: '0.5' })).tracing,
    ]
    const ids = Array.from({ length: 400 }, (_, n) => `${CLICK.slice(0, -3)}${100 + n}`)
    const contexts = ids.map((id) => one?.ofClick(id))
    expect(ids.map((id) => other?.ofClick(id))).toEqual(contexts)
    const sampled = contexts.filter((context) => context !== null)
    expect(sampled.length).toBeGreaterThan(140)
    expect(sampled.length).toBeLessThan(260)
  })
})

describe('a traceparent', () => {
  it.each([
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`,
    `01-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'A'.repeat(32)}-${'b'.repeat(16)}-01`,
    'x',
  ])('%s is ignored', (text) => {
    expect(parseTraceparent(text)).toBeNull()
  })

  it('has children in the same trace', () => {
    const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const child = childOf(parent)
    expect(parseTraceparent(child)).toMatchObject({ traceId: 'a'.repeat(32) })
    expect(child).not.toBe(parent)
  })
})

describe('the exporter', () => {
  it('sends the queued spans when it is closed', async () => {
    const { url, requests } = await startCollector(200)
    const { tracing } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi,x-other=1',
      OTEL_SERVICE_NAME: 'named',
    })
    record(tracing, tracing?.ofClick(CLICK) ?? '')
    await tracing?.close()
    expect(requests).toHaveLength(1)
    const [request] = requests
    expect(request).toMatchObject({
      path: '/v1/traces',
      headers: { authorization: 'Basic YTpi', 'x-other': '1', 'content-type': 'application/json' },
    })
    expect(request?.body).toContain(`"traceId":"${traceIdsOfClick(CLICK).traceId}"`)
    expect(request?.body).toContain('{"key":"service.name","value":{"stringValue":"named"}}')
  })

  it('reports a collector that rejects spans', async () => {
    const { url } = await startCollector(400)
    const { tracing, warnings } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: url })
    record(tracing, tracing?.ofNewTrace() ?? '')
    await tracing?.close()
    expect(warnings).toEqual([[{ err: expect.any(Error) }, 'traces were not exported']])
  })
})
