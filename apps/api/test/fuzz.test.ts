import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { startDnsServer, type DnsServer } from '@throughline/testkit/dns-server'
import { fuzzOptions } from '@throughline/testkit/test-env'
import { nameOf } from './each-route.js'
import { routes } from './fuzz/plan-request.js'
import { runFuzz } from './fuzz/run-fuzz.js'
import { startTestApi, type TestApi } from './harness.js'

const { requests, seed } = fuzzOptions()
/** Enough for a busy machine. */
const MS_PER_REQUEST = 60

let dns: DnsServer
let api: TestApi
beforeAll(async () => {
  dns = await startDnsServer()
  const overrides = { domainResolver: dns.resolver, appStore: null }
  api = await startTestApi({ env: { TRUST_PROXY: '1' }, overrides })
})
afterAll(async () => {
  await api.close()
  await dns.close()
})

it(
  `answers ${requests} requests without a fault (seed ${seed})`,
  async () => {
    const onProgress = (text: string) => void process.stderr.write(`fuzz: ${text}\n`)
    const { reached, creating } = await runFuzz(api, dns, { requests, seed, onProgress })
    const errors = api.logs.lines().filter(({ level }) => Number(level) >= 50)
    expect(errors).toEqual([])
    expect(api.logs.text()).not.toMatch(/whsec_[A-Za-z0-9]/)
    expect(creating.made / creating.sent).toBeGreaterThan(0.4)
    const names = routes.map(nameOf)
    expect(names.filter((name) => reached.get(name)?.['2xx'] === undefined)).toEqual([])
  },
  60_000 + requests * MS_PER_REQUEST,
)
