import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { untilCounted } from '../until-counted.js'
import {
  freshAddress,
  IPHONE,
  NO_MATCH,
  NOTHING_CLAIMED,
  PIXEL,
  startScenarios,
  type Scenarios,
} from './scenario.js'

let world: Scenarios
beforeAll(async () => {
  world = await startScenarios()
})
afterAll(() => world.api.close())
afterEach(() => world.settings({ consentRequired: false }))

/** The rows of every table as text. */
async function readTables(): Promise<Map<string, string[]>> {
  const tables = await world.prisma.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY c.relname`
  const rows = new Map<string, string[]>()
  for (const { name } of tables) {
    const found = await world.prisma.$queryRawUnsafe<{ row: string }[]>(
      `SELECT t::text AS row FROM ${name} t ORDER BY 1`,
    )
    rows.set(
      name,
      found.map(({ row }) => row),
    )
  }
  return rows
}

/** The rows that a request added to any table. */
async function addedBy(request: () => Promise<unknown>): Promise<[table: string, row: string][]> {
  await untilCounted(world.api.database)
  const before = await readTables()
  await request()
  const after = [...(await readTables())]
  return after.flatMap(([table, rows]) =>
    rows
      .filter((row) => !before.get(table)?.includes(row))
      .map((row): [string, string] => [table, row]),
  )
}

/** An install that its token would match, with click ids, device and address. */
async function makeInstall() {
  const [link, address] = [await world.link(), freshAddress()]
  const click = await world.click(link, PIXEL, { address, query: '?gclid=CLICK' })
  const install_id = randomUUID()
  const body = { address, install_id, install_referrer: `${click.referrer}&ttclid=REFERRER` }
  return { link, click, install_id, body }
}

const REFUSED = {
  consent_refused: {
    answer: { ...NO_MATCH, reason: 'consent_refused', fingerprint: null },
    summary:
      'Not matched: the user refused consent, so nothing about the device was stored or compared.',
  },
  consent_missing: {
    answer: { ...NO_MATCH, reason: 'consent_missing', fingerprint: null },
    summary:
      'Not matched: the project requires consent and the app did not report any; the next report with consent is decided again.',
  },
} as const

describe.each([
  ['consent_refused', { consent: false }, false],
  ['consent_refused', { consent: false }, true],
  ['consent_missing', {}, true],
] as const)('%s by %j where consent is required: %s', (reason, consent, consentRequired) => {
  it('stores a keyed hash, the reason and the day, and nothing else anywhere', async () => {
    await world.settings({ consentRequired })
    const { link, click, install_id, body } = await makeInstall()
    let answered: unknown
    const added = await addedBy(async () => {
      answered = (
        await world.api.sdk('POST', '/api/attribution/installs', {
          headers: { 'x-forwarded-for': body.address },
          body: { platform: 'android', device: PIXEL.device, ...body, ...consent },
        })
      ).body
    })
    expect(answered).toMatchObject({
      ...REFUSED[reason].answer,
      link: { code: link.code },
      install_id,
    })
    expect(added.map(([table]) => table)).toEqual(['install_refusals'])
    const today = new Date().toISOString().slice(0, 10)
    const [projectId, hash, ...rest] = (added[0]?.[1] ?? '').slice(1, -1).split(',')
    expect([projectId, ...rest]).toEqual([world.api.project.id, reason, today])
    expect(hash).toMatch(/^"\\\\x[0-9a-f]{32,64}"$/)
    for (const secret of ['REFERRER', 'CLICK']) expect(world.api.logs.text()).not.toContain(secret)
    const row = await world.prisma.click.findFirstOrThrow({ where: { id: click.id } })
    expect(row).toMatchObject({ consumedAt: null, consumedBy: null })
  })

  it('is explained by the reason and the day', async () => {
    await world.settings({ consentRequired })
    const { body, install_id } = await makeInstall()
    const { explained } = await world.install(PIXEL, { ...body, ...consent })
    expect(explained).toMatchObject({
      install_id,
      matched: false,
      reason,
      step: 'consent',
      platform: null,
      candidates: null,
      referrer_click_ids: null,
      claimed_click_ids: null,
      installed_at: null,
      decided_at: `${new Date().toISOString().slice(0, 10)}T00:00:00.000000Z`,
      notes: ['Without consent, only the reason and the day are stored.'],
      summary: REFUSED[reason].summary,
    })
  })

  it('is decided again with consent, which deletes the refusal', async () => {
    await world.settings({ consentRequired })
    const { click, body } = await makeInstall()
    const refused = await world.install(PIXEL, { ...body, ...consent })
    expect(refused.answer).toMatchObject(REFUSED[reason].answer)
    const refusals = await world.prisma.installRefusal.count()
    const { installId, answer, explained } = await world.install(PIXEL, { ...body, consent: true })
    expect(answer).toMatchObject({
      matched: true,
      confidence: 1,
      attribution: { gclid: 'CLICK', ttclid: 'REFERRER' },
    })
    const { install, claimed } = await world.stored(installId)
    expect(install).toMatchObject({ isMatched: true, consent: true })
    expect(claimed).toEqual([click.id])
    expect(await world.prisma.installRefusal.count()).toBe(refusals - 1)
    expect(explained).toMatchObject({ matched: true, step: 'token' })
  })
})

describe('a refusal', () => {
  it('applies to every later report until consent comes', async () => {
    const { body, link } = await makeInstall()
    await world.install(PIXEL, { ...body, consent: false })
    for (let again = 0; again < 2; again += 1) {
      const { answer } = await world.install(PIXEL, body)
      expect(answer).toMatchObject({ ...REFUSED.consent_refused.answer, link: { code: link.code } })
    }
    expect(await world.prisma.install.count({ where: { installId: body.install_id } })).toBe(0)
    expect((await world.install(PIXEL, { ...body, consent: true })).answer.matched).toBe(true)
    expect((await world.install(PIXEL, body)).answer.matched).toBe(true)
  })

  it('replaces a missing consent, and is not replaced by one', async () => {
    await world.settings({ consentRequired: true })
    const { body } = await makeInstall()
    const reasons = []
    for (const consent of [{}, { consent: false }, {}])
      reasons.push((await world.install(PIXEL, { ...body, ...consent })).explained.reason)
    expect(reasons).toEqual(['consent_missing', 'consent_refused', 'consent_refused'])
  })

  it('is reported as a refusal after a match, and the decision stays', async () => {
    const { click, body, install_id } = await makeInstall()
    const matched = await world.install(PIXEL, { ...body, consent: true })
    const refusals = await world.prisma.installRefusal.count()
    const { answer } = await world.install(PIXEL, { ...body, consent: false })
    expect(answer).toMatchObject(REFUSED.consent_refused.answer)
    expect(await world.prisma.installRefusal.count()).toBe(refusals)
    const { install, attributions, claimed } = await world.stored(install_id)
    expect(install).toMatchObject({ isMatched: true, clickId: click.id })
    expect([attributions.length, claimed]).toEqual([1, [click.id]])
    const again = await world.install(PIXEL, { ...body, consent: true })
    expect(again.answer).toEqual(matched.answer)
  })

  it('applies to an install that an earlier release stored as waiting for consent', async () => {
    const { body, install_id } = await makeInstall()
    await world.prisma.install.create({
      data: {
        projectId: world.api.project.id,
        installId: install_id,
        platform: 'android',
        isMatched: false,
        confidence: 0,
        reason: 'consent_missing',
        trace: { link: null },
      },
    })
    for (const consent of [{ consent: false }, {}]) {
      const { address, ...report } = { ...body, ...consent }
      const { body: answer } = await world.api.sdk('POST', '/api/attribution/installs', {
        headers: { 'x-forwarded-for': address },
        body: { platform: 'android', ...report },
      })
      expect(answer).toMatchObject(REFUSED.consent_refused.answer)
    }
    expect((await world.install(PIXEL, { ...body, consent: true })).answer.matched).toBe(true)
  })

  it('precedes a token of another project and another source', async () => {
    const project = world.api.otherProject
    const foreign = await world.click(await world.link({}, project), PIXEL, { project })
    for (const install_referrer of [
      foreign.referrer,
      'af_tranid=x',
      `click_token=${'A'.repeat(43)}`,
    ]) {
      const { answer, installId } = await world.install(PIXEL, { install_referrer, consent: false })
      expect(answer).toMatchObject({ ...REFUSED.consent_refused.answer, link: null })
      expect(await world.stored(installId)).toMatchObject({ ...NOTHING_CLAIMED, install: null })
    }
  })

  it('is limited to the project: another one decides an install of the same id', async () => {
    const { body } = await makeInstall()
    await world.install(PIXEL, { ...body, consent: false })
    const { key } = world.api.otherProject
    const { address, ...report } = body
    const answer = await world.api.sdk('POST', '/api/attribution/installs', {
      key,
      headers: { 'x-forwarded-for': address },
      body: { platform: 'android', ...report },
    })
    expect(answer.body.reason).toBe('wrong_project')
  })

  it('compares no click behind the address of an iPhone', async () => {
    const address = freshAddress()
    const click = await world.click(await world.link(), IPHONE, { address })
    const { answer } = await world.install(IPHONE, { address, consent: false })
    expect(answer).toMatchObject({ ...REFUSED.consent_refused.answer, link: null })
    const { installId } = await world.install(IPHONE, { address })
    expect((await world.stored(installId)).claimed).toEqual([click.id])
  })
})
