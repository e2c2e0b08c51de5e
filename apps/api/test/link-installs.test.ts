import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { postInstall, seed } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
const made: string[] = []

/** TWO has two attributed installs, ONE has one, NONE has one without a match. */
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' } })
  const links = new Map<string, number>()
  for (const code of ['TWO', 'ONE', 'NONE']) {
    const body = { actual_url: 'https://a.example/', code, tags: ['old'] }
    links.set(code, (await api.request('POST', '/api/links', { body })).body.id)
  }
  for (const code of ['TWO', 'TWO', 'ONE']) {
    const clickId = await seed(api).click(links.get(code) ?? 0, { platform: 'android' })
    made.push(await install(`click_token=${seed(api).token(clickId)}`))
  }
  await install('utm_source=elsewhere')
})
afterAll(() => api.close())

async function install(referrer: string): Promise<string> {
  const installId = randomUUID()
  const body = { install_id: installId, platform: 'android', install_referrer: referrer }
  const { body: answer } = await postInstall(api, body)
  expect(answer.matched).toBe(referrer.startsWith('click_token'))
  if (answer.link !== null) expect(answer.link).not.toHaveProperty('installs')
  return installId
}

const byCode = (data: { code: string; installs: number }[]) =>
  Object.fromEntries(data.map(({ code, installs }) => [code, installs]))
const installsOf = async (query = '') =>
  byCode((await api.request('GET', `/api/links${query}`)).body.data)

describe('installs of a link record', () => {
  it('are counted in lists, pages and files', async () => {
    const all = { TWO: 2, ONE: 1, NONE: 0 }
    expect(await installsOf()).toEqual(all)
    expect(await installsOf('?sort=name')).toEqual(all)
    expect(await installsOf('?limit=2')).toEqual({ NONE: 0, ONE: 1 })
    const [header = '', ...lines] = (await api.request('GET', '/api/links?format=csv')).text
      .trimEnd()
      .split('\r\n')
    const place = header.split(',').indexOf('installs')
    expect(lines.map((line) => [line.split(',')[1], line.split(',')[place]])).toEqual([
      ['NONE', '0'],
      ['ONE', '1'],
      ['TWO', '2'],
    ])
  })

  it('equal the installs of the statistics', async () => {
    for (const code of ['TWO', 'ONE', 'NONE']) {
      const { body } = await api.request('GET', `/api/links/${code}/stats?days=1`)
      expect([code, body.installs]).toEqual([code, (await installsOf())[code]])
    }
  })

  it('are in every record of a management call, and in none of a call with only the key', async () => {
    const read = await api.request('GET', '/api/links/TWO')
    expect(read.body.installs).toBe(2)
    const put = await api.request('PUT', '/api/links/TWO', { body: { name: 'Two', installs: 9 } })
    expect(put.body.installs).toBe(2)
    const changed = await api.request('POST', '/api/links/bulk-update', {
      body: { codes: ['ONE', 'NONE'], add_tags: ['new'] },
    })
    expect(byCode(changed.body.data)).toEqual({ ONE: 1, NONE: 0 })
    const link = { actual_url: 'https://a.example/' }
    const bulk = await api.request('POST', '/api/links/bulk', { body: { links: [link] } })
    expect(bulk.body.data[0].installs).toBe(0)
    expect((await api.sdk('GET', '/api/links/TWO')).body).not.toHaveProperty('installs')
    const own = await api.sdk('POST', '/api/links', { body: link })
    expect(own.body).not.toHaveProperty('installs')
  })

  it('exclude erased installs', async () => {
    const body = { install_id: made[0] }
    expect((await api.request('POST', '/api/erasures', { body })).status).toBe(200)
    expect(await installsOf('?search=two')).toEqual({ TWO: 1 })
    expect((await api.request('GET', '/api/links/TWO/stats?days=1')).body.installs).toBe(1)
  })
})
