import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADDRESS, FINGERPRINT, PHONE, postInstall, seed } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
let make: ReturnType<typeof seed>
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' } })
  make = seed(api)
})
afterAll(() => api.close())

const erase = (body: unknown, options = {}) =>
  api.request('POST', '/api/erasures', { body, ...options })

/** An install that was matched to a click of a link with a webhook, over the API. */
async function matchedInstall() {
  await api.database.prisma.webhook.deleteMany()
  await make.webhook()
  const link = await make.link()
  const params = { gclid: 'G1' }
  const clickId = await make.click(link.id, { params, fingerprint: FINGERPRINT })
  const body = {
    install_id: randomUUID(),
    platform: 'ios',
    device: PHONE,
    install_referrer: `click_token=${make.token(clickId)}`,
  }
  const answer = await postInstall(api, body)
  expect(answer.body).toMatchObject({ matched: true, attribution: params })
  return { body, installId: body.install_id, clickId, link }
}
const counts = async (projectId = api.project.id) => {
  const { prisma } = api.database
  const where = { where: { projectId } }
  return Promise.all([
    prisma.event.count(where),
    prisma.delivery.count(where),
    prisma.attribution.count(where),
  ])
}

describe('POST /api/erasures of an install', () => {
  it('returns a receipt, which can be read again, and names the caller but not the person', async () => {
    const { installId, clickId } = await matchedInstall()
    const answer = await erase({ install_id: installId.toUpperCase() })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        id: expect.any(String),
        subject: { install_id: installId },
        installs: 1,
        clicks: 1,
        visits: 1,
        attributions: 1,
        deliveries_canceled: 1,
        payloads_blanked: 1,
        erased_at: expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/),
      },
    ])
    const location = String(answer.headers['location'])
    expect((await api.request('GET', location)).body).toEqual(answer.body)
    const other = { key: api.otherProject.key, token: api.otherProject.token }
    expect((await api.request('GET', location, other)).status).toBe(404)

    const { prisma } = api.database
    const audit = await prisma.auditEntry.findFirstOrThrow({ orderBy: { id: 'desc' } })
    expect(audit).toMatchObject({ action: 'erasure.create', target: `erasure:${answer.body.id}` })
    const kept = JSON.stringify([audit, await prisma.erasure.findMany()], (_, value: unknown) =>
      typeof value === 'bigint' ? Number(value) : value,
    )
    expect(kept).not.toContain(installId)
    expect(api.logs.text()).not.toContain(installId)
    const click = await prisma.click.findFirstOrThrow({ where: { id: clickId } })
    expect(click).toMatchObject({ ipHash: null, params: {}, consumedBy: null })
  })

  it('a later report of the same app gets a final no-match, and creates no second event', async () => {
    const { body, installId } = await matchedInstall()
    await erase({ install_id: installId })
    const before = await counts()
    const again = await postInstall(api, { ...body, consent: true })
    expect(again.body).toEqual({
      matched: false,
      match_type: null,
      confidence: 0,
      reason: 'no_candidate',
      install_id: body.install_id,
      fingerprint: FINGERPRINT,
      link: null,
      attribution: null,
    })
    // Also with a new click of the same phone.
    const link = await make.link()
    await make.click(link.id, { fingerprint: FINGERPRINT })
    expect((await postInstall(api, { ...body, install_referrer: undefined })).body.matched).toBe(
      false,
    )
    expect(await counts()).toEqual(before)
  })

  it('queries return the attribution before it, or none', async () => {
    const { installId, link } = await matchedInstall()
    const byCode = () => api.sdk('GET', `/api/attribution/code/${link.code}`)
    const byFingerprint = () =>
      api.sdk('GET', `/api/attribution/fingerprint/${encodeURIComponent(FINGERPRINT)}`)
    const clickId = await make.click(link.id, { params: { gclid: 'LATER' } })
    const referrer = `click_token=${make.token(clickId)}`
    const later = await postInstall(api, { install_referrer: referrer })
    expect(later.body.matched).toBe(true)
    expect((await byCode()).body.gclid).toBe('LATER')
    const where = { projectId: api.project.id, clickId }
    const { installId: laterId } = await api.database.prisma.attribution.findFirstOrThrow({ where })
    await erase({ install_id: laterId })
    expect((await byCode()).body.gclid).toBe('G1')
    expect((await byFingerprint()).body.gclid).toBe('G1')
    await erase({ install_id: installId })
    for (const answer of [await byCode(), await byFingerprint()])
      expect([answer.status, answer.body]).toEqual([404, { matched: false }])
  })

  it('a delivery of it shows no payload and is not resent', async () => {
    const { installId } = await matchedInstall()
    const { prisma } = api.database
    const { id } = await prisma.delivery.findFirstOrThrow({ orderBy: { id: 'desc' } })
    await prisma.delivery.updateMany({ where: { id }, data: { state: 'succeeded', dueAt: null } })
    expect((await erase({ install_id: installId })).body).toMatchObject({ deliveries_canceled: 0 })
    const delivery = await api.request('GET', `/api/deliveries/${id}`)
    expect(delivery.body).toMatchObject({ state: 'succeeded', payload: '' })
    const resent = await api.request('POST', `/api/deliveries/${id}/resend`, { body: {} })
    expect([resent.status, resent.body.code]).toEqual([409, 'not_resendable'])
    expect(resent.body.detail).toContain('erased')
  })

  it('a second one returns the first receipt', async () => {
    const { installId } = await matchedInstall()
    const first = await erase({ install_id: installId })
    const again = await erase({ install_id: installId })
    expect([again.status, again.body]).toEqual([200, first.body])
    const target = `erasure:${first.body.id}`
    expect(await api.database.prisma.auditEntry.count({ where: { target } })).toBe(1)
  })

  it('rejects another project’s install with 404, and changes nothing', async () => {
    const { installId } = await matchedInstall()
    const before = await counts()
    const other = { key: api.otherProject.key, token: api.otherProject.token }
    expect((await erase({ install_id: installId }, other)).status).toBe(404)
    expect((await erase({ install_id: randomUUID() })).status).toBe(404)
    expect(await counts()).toEqual(before)
    const where = { installId, isMatched: true }
    expect(await api.database.prisma.install.count({ where })).toBe(1)
  })
})

describe('POST /api/erasures of a code', () => {
  it('erases all visitors of the link so far and keeps its counts', async () => {
    const { link, installId } = await matchedInstall()
    await make.click(link.id, { params: { gclid: 'G2' }, visitorId: randomUUID() })
    const noMatch = await postInstall(
      api,
      { install_referrer: `dyna_code=${link.code}` },
      '198.51.100.9',
    )
    expect(noMatch.body.reason).toBe('no_candidate')
    await api.database.prisma.link.update({ where: { id: link.id }, data: { clickedCount: 2 } })

    const answer = await erase({ code: link.code })
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        subject: { code: link.code },
        installs: 2,
        clicks: 2,
        visits: 1,
        attributions: 1,
        payloads_blanked: 1,
      },
    ])
    const { prisma } = api.database
    const where = { linkId: link.id }
    for (const click of await prisma.click.findMany({ where }))
      expect(click).toMatchObject({ ipHash: null, ipPrefixHash: null, visitorId: null, params: {} })
    expect([await prisma.install.count({ where }), await prisma.visit.count({ where })]).toEqual([
      0, 0,
    ])
    expect((await api.sdk('GET', `/api/links/${link.code}`)).body.clicked_count).toBe(2)
    // An install that was erased with its link names that erasure.
    expect((await erase({ install_id: installId })).body).toEqual(answer.body)
  })

  it('continues after the response if one request is not enough', async () => {
    const link = await make.link()
    const { pool, prisma } = api.database
    await pool.query(
      `INSERT INTO clicks (id, project_id, link_id, source, platform, user_agent)
       SELECT uuid7_generate(), $1, $2, 'sdk', 'ios', 'UA' FROM generate_series(1, 50001)`,
      [api.project.id, link.id],
    )
    const answer = await erase({ code: link.code })
    expect([answer.status, answer.body.erased_at]).toEqual([202, null])
    const where = { linkId: link.id, userAgent: null }
    expect(await prisma.click.count({ where })).toBeLessThanOrEqual(50_000)
    const location = String(answer.headers['location'])
    expect((await api.request('GET', location)).body).toEqual(answer.body)
  })

  it('rejects an unknown code with 404', async () => {
    const link = await make.link({}, api.otherProject)
    for (const code of [link.code, 'nowhere']) expect((await erase({ code })).status).toBe(404)
  })
})

it.each([
  [{}],
  [{ install_id: randomUUID(), code: 'SPRING' }],
  [{ install_id: 'x' }],
  [{ install_id: ADDRESS }],
])('rejects %j', async (body) => {
  const answer = await erase(body)
  expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, ['install_id']])
})
