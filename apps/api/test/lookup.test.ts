import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { FINGERPRINT, seed } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'
import { untilCounted } from './until-counted.js'
import { AGENTS } from './user-agents.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => api.close())

interface Found {
  kind: string
  address: string
}

async function lookup(id: string, options = {}): Promise<Found[]> {
  const path = `/api/lookup?id=${encodeURIComponent(id)}`
  return (await api.request('GET', path, options)).body.data as Found[]
}

/** A project's attributed install with its click, link and deliveries. */
async function makeAll() {
  const { link, click, campaign, token, webhook } = seed(api)
  const { id: campaignId } = await campaign({ name: 'Spring' })
  const made = await link({ campaignId, name: 'Shoes' })
  const hook = await webhook()
  const clickId = await click(made.id)
  const installId = randomUUID()
  const { body } = await api.sdk('POST', '/api/attribution/installs', {
    headers: { 'x-forwarded-for': '203.0.113.5' },
    body: {
      install_id: installId,
      platform: 'ios',
      fingerprint: FINGERPRINT,
      link_url: `${api.url}/${made.code}?click_token=${token(clickId)}`,
    },
  })
  const { prisma } = api.database
  const delivery = await prisma.delivery.findFirstOrThrow({ where: { webhookId: hook.id } })
  const attribution = await prisma.attribution.findFirstOrThrow({ where: { installId } })
  return { made, campaignId, hook, clickId, installId, body, delivery, attribution }
}

describe('GET /api/lookup', () => {
  it('recognizes each kind of id, and returns its route', async () => {
    await api.request('PUT', '/api/project', { body: { attribution: { clipboard: true } } })
    const it = await makeAll()
    const expected: [id: string, kind: string, address: string][] = [
      [it.made.code, 'link', `/api/links/${it.made.code}`],
      [` ${it.made.code} `, 'link', `/api/links/${it.made.code}`],
      [
        `http://${api.project.linkHost}/${it.made.code}?utm=x`,
        'link',
        `/api/links/${it.made.code}`,
      ],
      [it.made.actualUrl ?? '', 'link', `/api/links/${it.made.code}`],
      [
        it.installId.toUpperCase(),
        'install',
        `/api/attribution/explain?install_id=${it.installId}`,
      ],
      [it.attribution.id, 'attribution', `/api/attributions/${it.attribution.id}`],
      [it.delivery.id, 'delivery', `/api/deliveries/${it.delivery.id}`],
      [it.delivery.eventId, 'event', `/api/attributions?event_id=${it.delivery.eventId}`],
      [String(it.campaignId), 'campaign', `/api/campaigns/${it.campaignId}`],
      [String(it.hook.id), 'webhook', `/api/webhooks/${it.hook.id}`],
      [api.project.token.split('|')[0] ?? '', 'token', '/api/project/tokens'],
      [api.project.id, 'project', '/api/project'],
      [api.project.key, 'project', '/api/project'],
      [FINGERPRINT, 'fingerprint', `/api/installs?fingerprint=${FINGERPRINT}`],
      [it.clickId, 'click', '/api/clicks?from='],
    ]
    for (const [id, kind, address] of expected) {
      const found = (await lookup(id)).filter((one) => one.kind === kind)
      expect([id, kind, found.length]).toEqual([id, kind, 1])
      expect(found[0]?.address).toContain(address)
      const answer = await api.request('GET', found[0]?.address ?? '')
      expect([id, answer.status]).toEqual([id, 200])
      if (Array.isArray(answer.body.data)) expect(answer.body.data.length).toBeGreaterThan(0)
      const { key, token } = api.otherProject
      const theirs = await lookup(id, { key, token })
      expect(theirs.filter((one) => one.kind === kind)).toEqual([])
    }
  })

  it('omits records that the token may not read', async () => {
    const { webhook, link } = seed(api)
    const hook = await webhook()
    const { code } = await link()
    const body = { name: 'reads links', abilities: ['project:read', 'links:read'] }
    const { token } = (await api.request('POST', '/api/project/tokens', { body })).body
    const kinds = async (id: string) => (await lookup(id, { token })).map(({ kind }) => kind)
    expect(await kinds(String(hook.id))).not.toContain('webhook')
    expect(await kinds(code)).toEqual(['link'])
  })

  it.each(['nothing', randomUUID(), '2147483647', 'https://', 'https://b.example/', '%00', '-'])(
    'finds nothing for %s',
    async (id) => {
      expect(await lookup(id)).toEqual([])
    },
  )
})

describe('GET /api/setup', () => {
  const read = async (options = {}) => (await api.request('GET', '/api/setup', options)).body

  it('reports which parts of the setup exist', async () => {
    const { key, token } = api.otherProject
    const fresh = { key, token }
    expect(await read(fresh)).toEqual({
      link: { done: false, code: null },
      click: { done: false },
      install: { done: false, last: null },
      webhook: { done: false, count: 0, active: 0 },
      delivery: { done: false, at: null },
      verification: { done: false, verified: 0 },
      association: { android: false, ios: false },
      sample: { receiver_url: null, app_url: null },
      domains: { proved: 0, pending: 0 },
    })
    const { id: projectId, linkHost } = api.otherProject
    const body = { actual_url: 'https://a.example/', code: 'OWN' }
    await api.request('POST', '/api/links', { ...fresh, body })
    await api.visit('GET', '/OWN', { host: linkHost, headers: { 'user-agent': AGENTS.iphone } })
    await untilCounted(api.database)
    await api.sdk('POST', '/api/attribution/installs', {
      key,
      body: { install_id: randomUUID(), platform: 'ios', sdk_version: 'flutter 0.1.0' },
    })
    const { prisma } = api.database
    const hook = await prisma.webhook.create({
      data: { projectId, url: 'https://a.example/', events: ['install_attributed'] },
    })
    await prisma.delivery.create({
      data: {
        id: randomUUID(),
        projectId,
        webhookId: hook.id,
        eventId: randomUUID(),
        event: 'install_attributed',
        state: 'succeeded',
        trigger: 'auto',
        completedAt: new Date('2026-03-01T09:30:00Z'),
      },
    })
    await api.request('PUT', '/api/project/apps', {
      ...fresh,
      body: { ios: [{ team_id: 'ABCDE12345', bundle_id: 'com.example.app' }] },
    })
    expect(await read(fresh)).toMatchObject({
      link: { done: true, code: 'OWN' },
      click: { done: true },
      install: {
        done: true,
        last: { platform: 'ios', sdk_version: 'flutter 0.1.0', matched: false, test: false },
      },
      webhook: { done: true, count: 1, active: 1 },
      delivery: { done: true, at: '2026-03-01T09:30:00.000000Z' },
      association: { android: false, ios: true },
    })
  })
})
