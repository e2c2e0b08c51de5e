import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { ADDRESS, FINGERPRINT, PHONE, postInstall, seed } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
let make: ReturnType<typeof seed>
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' } })
  make = seed(api)
})
afterAll(() => api.close())

const setFingerprintQuery = (fingerprintQuery: string) =>
  api.database.prisma.project.update({
    where: { id: api.project.id },
    data: { fingerprintQuery },
  })

beforeEach(() => api.database.prisma.attribution.deleteMany())
afterEach(() => setFingerprintQuery('any'))

const byFingerprint = (fingerprint: string, address: string = ADDRESS) =>
  api.sdk('GET', `/api/attribution/fingerprint/${encodeURIComponent(fingerprint)}`, {
    headers: { 'x-forwarded-for': address },
  })

/** Creates an install that is attributed to a new link. */
async function attribute(address: string = ADDRESS) {
  const link = await make.link()
  const clickId = await make.click(link.id)
  const install_referrer = `click_token=${make.token(clickId)}`
  const answer = await postInstall(api, { install_referrer, device: PHONE }, address)
  return { link, payload: answer.body.attribution as unknown }
}

const MISS = [404, 'application/json; charset=utf-8', '{"matched":false}']

describe('GET /api/attribution/fingerprint/{fingerprint}', () => {
  it('returns the newest attribution', async () => {
    await attribute()
    const { payload } = await attribute()
    const answer = await byFingerprint(FINGERPRINT)
    expect([answer.status, answer.body]).toEqual([200, payload])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('accepts other spellings of the address and a rotated screen', async () => {
    const { payload } = await attribute('2001:db8::1')
    expect((await byFingerprint('2001:0DB8:0::0001-iOS-17.4-840x390')).body).toEqual(payload)
    const { payload: mapped } = await attribute()
    expect((await byFingerprint(`::ffff:${ADDRESS}-iOS-17.4-390x840`)).body).toEqual(mapped)
  })

  it('misses attributions over 30 days old', async () => {
    await attribute()
    const age = (days: number) =>
      api.database.prisma.attribution.updateMany({
        data: { attributedAt: new Date(Date.now() - days * 86_400_000) },
      })
    await age(29.9)
    expect((await byFingerprint(FINGERPRINT)).status).toBe(200)
    await age(30.1)
    expect((await byFingerprint(FINGERPRINT)).status).toBe(404)
  })

  it.each([
    '203.0.113.5-iOS-17.4-390x841',
    '203.0.113.6-iOS-17.4-390x840',
    '-iOS-17.4-390x840',
    'x',
    '%',
  ])('returns 404 without a match for %p', async (fingerprint) => {
    await attribute()
    const { status, headers, text } = await byFingerprint(fingerprint)
    expect([status, headers['content-type'], text]).toEqual(MISS)
  })

  it('does not find those of other projects', async () => {
    await attribute()
    const answer = await api.sdk('GET', `/api/attribution/fingerprint/${FINGERPRINT}`, {
      key: api.otherProject.key,
    })
    expect(answer.text).toBe('{"matched":false}')
  })

  it('compares only the address if the project enabled it', async () => {
    await setFingerprintQuery('same_address')
    await attribute()
    expect((await byFingerprint(FINGERPRINT)).status).toBe(200)
    expect((await byFingerprint(FINGERPRINT, '203.0.113.6')).status).toBe(404)
  })

  it('always returns 404 if the project disabled it', async () => {
    await setFingerprintQuery('off')
    const { link } = await attribute()
    const { status, headers, text } = await byFingerprint(FINGERPRINT)
    expect([status, headers['content-type'], text]).toEqual(MISS)
    expect((await api.sdk('GET', `/api/attribution/code/${link.code}`)).status).toBe(200)
  })
})

describe('GET /api/attribution/code/{code}', () => {
  it('returns the most recent attribution of the link, of any age', async () => {
    const { link, payload } = await attribute()
    await attribute()
    await api.database.prisma.attribution.updateMany({
      data: { attributedAt: new Date(Date.now() - 300 * 86_400_000) },
    })
    expect((await api.sdk('GET', `/api/attribution/code/${link.code}`)).body).toEqual(payload)
  })

  it('returns 404 for a code without an attribution, without a link, and of another project', async () => {
    const { link } = await attribute()
    const idle = await make.link()
    const answers = [
      await api.sdk('GET', `/api/attribution/code/${idle.code}`),
      await api.sdk('GET', '/api/attribution/code/none'),
      await api.sdk('GET', `/api/attribution/code/${link.code}`, { key: api.otherProject.key }),
      await api.sdk('GET', `/api/attribution/code/${link.code.toLowerCase()}`),
    ]
    for (const { status, headers, text } of answers)
      expect([status, headers['content-type'], text]).toEqual(MISS)
  })
})

it('separates two projects with the same code', async () => {
  const { link, payload } = await attribute()
  const theirs = await make.link({ code: link.code }, api.otherProject)
  const clickId = await make.click(theirs.id, { project: api.otherProject })
  const other = { key: api.otherProject.key }
  const install = await api.sdk('POST', '/api/attribution/installs', {
    ...other,
    body: {
      install_id: randomUUID(),
      platform: 'ios',
      install_referrer: `click_token=${make.token(clickId, api.otherProject)}`,
    },
  })
  expect(install.body.link.id).toBe(theirs.id)
  const path = `/api/attribution/code/${link.code}`
  expect((await api.sdk('GET', path)).body).toEqual(payload)
  expect((await api.sdk('GET', path, other)).body).toEqual(install.body.attribution)
})

describe('misses', () => {
  it('are limited by key and address; hits are not', async () => {
    const limited = await startTestApi({
      env: { TRUST_PROXY: '1', RATE_LIMITS: JSON.stringify({ attribution_misses: 3 }) },
    })
    try {
      const ask = (address: string, key = limited.project.key) =>
        limited.sdk('GET', '/api/attribution/code/none', {
          key,
          headers: { 'x-forwarded-for': address },
        })
      const statuses: number[] = []
      for (let n = 0; n < 5; n += 1) statuses.push((await ask(ADDRESS)).status)
      expect(statuses).toEqual([404, 404, 404, 429, 429])
      const refused = await ask(ADDRESS)
      expect(refused.body.code).toBe('rate_limited')
      expect(refused.headers['ratelimit-policy']).toBe('"attribution_misses";q=3;w=60')
      expect(refused.headers['ratelimit']).toMatch(/^"attribution_misses";r=0;t=\d+$/)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await ask('203.0.113.6')).status).toBe(404)
      expect((await ask(ADDRESS, limited.otherProject.key)).status).toBe(404)
    } finally {
      await limited.close()
    }
  })
})

describe('in production', () => {
  it('uses no private peer address as a signal or a key', async () => {
    const there = await startTestApi({ env: { TRUST_PROXY: '1', NODE_ENV: 'production' } })
    try {
      const seeded = seed(there)
      const link = await seeded.link()
      const fingerprint = '10.0.0.7-iOS-17.4-390x840'
      await seeded.click(link.id, { address: '10.0.0.7', fingerprint })
      const body = { install_referrer: `dyna_code=${link.code}`, device: PHONE }
      const scored = await postInstall(there, { device: PHONE }, '10.0.0.7')
      expect(scored.body).toMatchObject({ matched: false, fingerprint: null })
      expect((await postInstall(there, body, '10.0.0.7')).body).toMatchObject({
        matched: false,
        link: { code: link.code },
      })
      await seeded.click(link.id)
      expect((await postInstall(there, body)).body).toMatchObject({
        matched: true,
        fingerprint: FINGERPRINT,
      })
    } finally {
      await there.close()
    }
  })
})
