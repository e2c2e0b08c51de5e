import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':')
const fileWith = (fingerprint: string) => `[{
  "relation": ["delegate_permission/common.handle_all_urls"],
  "target": {
    "namespace": "android_app",
    "package_name": "com.acme.shop",
    "sha256_cert_fingerprints": ["${fingerprint}"]
  }
}]`

const check = (kind: string, body: string) =>
  api.request('POST', `/api/project/${kind}/check`, {
    rawBody: body,
    headers: { 'content-type': 'application/json' },
  })

it('lists errors and warnings with their lines, and saves nothing', async () => {
  const { status, body } = await check('asset-links', fileWith(FINGERPRINT.toLowerCase()))
  expect([status, body['ok']]).toEqual([200, false])
  expect(body['problems']).toEqual([
    {
      severity: 'error',
      rule: 'fingerprint_case',
      line: 6,
      column: 34,
      path: '[0].target.sha256_cert_fingerprints[0]',
      message: expect.stringContaining('upper case'),
    },
    expect.objectContaining({ severity: 'warning', rule: 'upload_key', line: 6 }),
  ])
  const stored = await api.request('GET', '/api/project/asset-links')
  expect(stored.body).toMatchObject({ source: 'none', file: null })
})

it('accepts what PUT accepts', async () => {
  expect((await check('asset-links', fileWith(FINGERPRINT))).body).toMatchObject({
    ok: true,
    problems: [{ severity: 'warning', rule: 'upload_key' }],
  })
})

it.each(['asset-links', 'app-site-association'])(
  'rejects the file of the other platform as %s',
  async (kind) => {
    const other = kind === 'asset-links' ? '{"applinks": {"details": []}}' : fileWith(FINGERPRINT)
    expect((await check(kind, other)).body).toMatchObject({
      ok: false,
      problems: [{ rule: 'wrong_file', path: '', line: 1, column: 1 }],
    })
  },
)
