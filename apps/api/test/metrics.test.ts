import { randomUUID } from 'node:crypto'
import { documentedMetrics, exportedMetrics } from '@throughline/testkit/metric-docs'
import { hasPromtool, promtool } from '@throughline/testkit/promtool'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { openQueue } from '../src/infra/delivery-queue.js'
import { postInstall, seed, TEST_MATCHING } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'

const GUESSER = '203.0.113.200'
const METRICS_TOKEN = 'metrics-token-of-tests'

let api: TestApi
let make: ReturnType<typeof seed>
const others: TestApi[] = []
beforeAll(async () => {
  api = await startTestApi({
    env: { METRICS_TOKEN, TRUST_PROXY: '1', RATE_LIMITS: '{"unknown_codes": 1}' },
    overrides: TEST_MATCHING,
  })
  make = seed(api)
})
afterEach(async () => {
  for (const other of others.splice(0)) await other.close()
})
afterAll(() => api.close())

async function startOther(env: Record<string, string>): Promise<TestApi> {
  const other = await startTestApi({ env: { METRICS_TOKEN, ...env } })
  others.push(other)
  return other
}

async function scrape(from: TestApi = api): Promise<string> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
  const answer = await from.request('GET', '/metrics', { key: null, token: null, headers })
  expect(answer.status).toBe(200)
  return answer.text
}

/** The value of a series by its written name and labels; 0 if it does not exist. */
async function valueOf(series: string, from: TestApi = api): Promise<number> {
  const line = (await scrape(from)).split('\n').find((text) => text.startsWith(`${series} `))
  return line === undefined ? 0 : Number(line.slice(series.length + 1))
}

/** By how much `work` increases each of the series. */
async function raisedBy(series: string[], work: () => Promise<unknown>): Promise<number[]> {
  const read = () => Promise.all(series.map((name) => valueOf(name)))
  const before = await read()
  await work()
  const after = await read()
  return after.map((value, index) => value - (before[index] ?? 0))
}

const requests = (method: string, route: string, status: number) =>
  `throughline_http_requests_total{method="${method}",route="${route}",status="${status}"}`

describe('requests', () => {
  it('are counted and timed by the template of their route', async () => {
    const id = randomUUID()
    const raised = await raisedBy(
      [
        requests('GET', '/api/deliveries/:id', 404),
        'throughline_http_request_duration_seconds_count{method="GET",route="/api/deliveries/:id"}',
        requests('GET', 'none', 404),
      ],
      async () => {
        await api.request('GET', `/api/deliveries/${id}?secret=1`)
        await api.request('GET', `/nowhere/${id}`)
      },
    )
    expect(raised).toEqual([1, 1, 1])
    expect(await scrape()).not.toContain(id)
  })

  it('add no series for unknown paths and methods', async () => {
    const seriesCount = async () => (await scrape()).match(/^throughline_http_requests_total/gm)
    const ask = async () => {
      for (const method of ['PROPFIND', 'LOCK', 'PATCH']) {
        await api.request(method, `/${randomUUID()}`)
        await api.visit(method, `/${randomUUID()}/x`)
      }
    }
    await ask()
    const before = await seriesCount()
    await ask()
    expect(await seriesCount()).toHaveLength(before?.length ?? NaN)
    expect(await scrape()).toContain(requests('OTHER', 'none', 404))
  })

  it('are counted by the class of the limit that they exceed', async () => {
    const raised = await raisedBy(
      ['throughline_requests_refused_total{status="429",cause="unknown_codes"}'],
      async () => {
        for (let sent = 0; sent < 3; sent += 1)
          await api.visit('GET', '/no-such-code', { headers: { 'X-Forwarded-For': GUESSER } })
      },
    )
    expect(raised[0]).toBeGreaterThanOrEqual(1)
  })
})

describe('a request beyond the concurrency limit', () => {
  it('is counted as overloaded', async () => {
    const busy = await startOther({ MAX_REQUESTS_IN_WORK: '1' })
    const asking = Array.from({ length: 30 }, () => busy.request('GET', '/api/webhooks'))
    const refused = (await Promise.all(asking)).filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    const cause = 'throughline_requests_refused_total{status="503",cause="overloaded"}'
    expect(await valueOf(cause, busy)).toBe(refused.length)
    expect(await valueOf(requests('GET', 'none', 503), busy)).toBe(refused.length)
  })
})

describe('links', () => {
  const click = (kind: string) => `throughline_clicks_total{kind="${kind}"}`
  const answered = (answer: string) => `throughline_link_answers_total{answer="${answer}"}`
  const BROWSER =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
  const iPhone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'

  it('are counted by response, their clicks by kind', async () => {
    const { code } = await make.link()
    const { code: deep } = await make.link({ isDeeplink: true })
    const raised = await raisedBy(
      [
        requests('GET', '/:code', 302),
        answered('redirect'),
        answered('landing_page'),
        click('counted'),
        click('bot'),
        click('prefetch'),
        'throughline_requests_refused_total{status="503",cause="prefetch"}',
      ],
      async () => {
        await api.visit('GET', `/${code}`, { headers: { 'User-Agent': BROWSER } })
        await api.visit('GET', `/${code}`, { headers: { 'User-Agent': 'Googlebot/2.1' } })
        await api.visit('GET', `/${code}`, { headers: { 'Sec-Purpose': 'prefetch' } })
        await api.visit('GET', `/${deep}`, { headers: { 'User-Agent': iPhone } })
      },
    )
    expect(raised).toEqual([2, 2, 1, 2, 1, 1, 1])
  })
})

describe('installs', () => {
  it('are counted once, by match type and reason', async () => {
    const clickId = await make.click((await make.link()).id)
    const matched = {
      install_id: randomUUID(),
      install_referrer: `click_token=${make.token(clickId)}`,
    }
    const raised = await raisedBy(
      [
        'throughline_installs_total{match_type="referrer",reason="none"}',
        'throughline_installs_total{match_type="none",reason="consent_refused"}',
      ],
      async () => {
        await postInstall(api, matched)
        await postInstall(api, matched)
        await postInstall(api, { install_id: randomUUID(), consent: false })
      },
    )
    expect(raised).toEqual([1, 1])
  })
})

describe('/metrics', () => {
  const withPromtool = hasPromtool() ? it : it.skip

  withPromtool('passes promtool check metrics, where promtool is on PATH', async () => {
    await api.request('GET', '/api/webhooks')
    await api.visit('GET', `/${(await make.link()).code}`)
    expect(promtool(['check', 'metrics'], await scrape())).toBe('')
  })

  it('is served under every host with the token, because Prometheus requests an address', async () => {
    const get = (host: string, given: string) => {
      const headers = { Authorization: `Bearer ${given}` }
      return api.request('GET', '/metrics', { key: null, token: null, host, headers })
    }
    for (const host of ['api:3000', '10.0.0.11', api.project.linkHost]) {
      const { status, text } = await get(host, METRICS_TOKEN)
      expect([status, text.startsWith('# HELP')]).toEqual([200, true])
      expect((await get(host, 'another-token-of-tests')).status).toBe(404)
    }
  })

  it('has the metrics and labels that docs/operations.md describes, and no others', async () => {
    const documented = documentedMetrics('API', 'Both')
    const { registry, logger } = api.ctx
    // The harness replaces the API's own queue.
    const backend = { kind: 'postgresql', connectionString: api.databaseUrl } as const
    const queue = openQueue({ backend, logger, registry })
    expect(exportedMetrics(registry, documented)).toEqual(documented)
    await queue.close()
  })
})

describe('the access log', () => {
  const linesOf = ({ logs }: TestApi) => logs.lines().filter(({ msg }) => msg === 'request')

  it('has one line per API request, without address, query and path', async () => {
    const id = randomUUID()
    const headers = { 'X-Request-Id': `id-${id}`, 'X-Forwarded-For': '203.0.113.77' }
    await api.request('GET', `/api/webhooks/987654?q=${id}`, { headers })
    const [line, ...more] = linesOf(api).filter(({ requestId }) => requestId === `id-${id}`)
    expect(more).toEqual([])
    expect(line).toEqual({
      level: 30,
      time: expect.any(String),
      pid: process.pid,
      hostname: expect.any(String),
      name: 'api',
      msg: 'request',
      requestId: `id-${id}`,
      method: 'GET',
      route: '/api/webhooks/:id',
      status: 404,
      ms: expect.any(Number),
      projectId: api.project.id,
    })
  })

  it('omits link hosts and probes unless it is set to all', async () => {
    const other = await startOther({ ACCESS_LOG: 'all' })
    for (const server of [api, other]) {
      const before = linesOf(server).length
      await server.visit('GET', '/robots.txt')
      await server.request('GET', '/livez')
      await server.request('GET', '/readyz/links')
      const routes = linesOf(server)
        .slice(before)
        .map(({ route, projectId }) => [route, projectId])
      expect(routes).toEqual(
        server === other
          ? [
              ['/robots.txt', server.project.id],
              ['/livez', undefined],
              ['/readyz/links', undefined],
            ]
          : [],
      )
    }
  })

  it('has no lines if set to none', async () => {
    const other = await startOther({ ACCESS_LOG: 'none' })
    await other.request('GET', '/api/webhooks')
    expect(linesOf(other)).toEqual([])
  })
})
