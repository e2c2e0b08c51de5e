import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from '../harness.js'

const METRICS_TOKEN = 'metrics-token-of-tests'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ env: { METRICS_TOKEN } })
})
afterAll(() => api.close())

it('exposes metrics of pool, event loop, queue and due deliveries', async () => {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
  const { text } = await api.request('GET', '/metrics', { key: null, token: null, headers })
  for (const name of [
    'throughline_database_connections{state="busy"}',
    'throughline_database_connections{state="idle"}',
    'throughline_database_connections_max 8',
    'throughline_database_pool_waiting 0',
    'nodejs_eventloop_lag_p99_seconds',
    'throughline_queue_jobs{state="ready"}',
    'throughline_queue_jobs{state="delayed"}',
    'throughline_deliveries_due 0',
    'throughline_deliveries_oldest_free_seconds 0',
    'throughline_deliveries_starved_projects 0',
  ])
    expect(text).toContain(`\n${name}`)
})
