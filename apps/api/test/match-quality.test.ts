import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { SHIPPED_MODEL } from '@throughline/core/matching/shipped-model'
import { openMatchModel, type CurrentModel } from '../src/domain/attribution/match-model.js'
import { ADDRESS, seed, type ClickOptions } from './attribution-seed.js'
import { startTestApi, type TestApi, type TestProject } from './harness.js'

let api: TestApi
let make: ReturnType<typeof seed>
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' } })
  make = seed(api)
})
afterAll(() => api.close())
afterEach(async () => {
  await api.ctx.shadowScorer.drain()
  const { pool, prisma } = api.database
  await pool.query('TRUNCATE match_counts, match_quality, match_sightings, visits')
  await prisma.install.deleteMany()
  await rebuild()
})

// The context exposes only what operations need.
const rebuild = () => (api.ctx.matchModel as CurrentModel).rebuild()

/** A phone whose values the shipped model does not contain. */
const PHONE = {
  os_version: '14.3',
  model: 'QP 1',
  screen_width: 413,
  screen_height: 917,
  languages: ['rm-CH'],
  time_zone: 'Europe/Vaduz',
}

/** A click of such a phone; by default its landing page sent a device report. */
async function click({ model = PHONE.model, ...options }: ClickOptions & { model?: string } = {}) {
  const project = options.project ?? api.project
  return make.click((await make.link({}, project)).id, {
    platform: 'android',
    fingerprint: `${options.address ?? ADDRESS}-Android-14.3-413x917`,
    visitorId: randomUUID(),
    signals: { model, languages: PHONE.languages, time_zone: PHONE.time_zone },
    ...options,
  })
}

interface InstallOptions {
  project?: TestProject
  address?: string
  body?: Record<string, unknown>
}

/** Reports an install of such a phone with a click's token, and waits until it is scored. */
async function install(clickId: string | null, options: InstallOptions = {}) {
  const { project = api.project, address = ADDRESS, body = {} } = options
  const token = clickId === null ? '' : `click_token=${make.token(clickId, project)}`
  const answer = await api.sdk('POST', '/api/attribution/installs', {
    key: project.key,
    headers: { 'x-forwarded-for': address },
    body: {
      install_id: randomUUID(),
      platform: 'android',
      install_referrer: token,
      device: PHONE,
      ...body,
    },
  })
  expect(answer.status).toBe(200)
  await api.ctx.shadowScorer.drain()
  return answer.body
}

async function quality(query = '', project = api.project) {
  const { key, token } = project
  const { status, body } = await api.request('GET', `/api/attribution/quality${query}`, {
    key,
    token,
  })
  return { status, body, android: body.data?.[1], ios: body.data?.[0] }
}

/** The counts of the installs' project as `signal relation bucket`: agreed, differed. */
async function counts() {
  const rows = await api.database.prisma.matchCount.findMany()
  return Object.fromEntries(
    rows.map(({ signal, relation, bucket, agrees, differs }) => [
      `${signal} ${relation} ${bucket}`,
      [Number(agrees), Number(differs)],
    ]),
  )
}

/** The bucket of a click that is two and a half minutes old. */
const AGE_BUCKET = SHIPPED_MODEL.ageMinutes.find((end) => end > 2.5)

const NOTHING = { n: 0, right: 0, wrong: 0, silent: 0 }

describe('an install decided by a token', () => {
  it('is counted after the response: signals compared, age of the click, and a right verdict', async () => {
    const clickId = await click({ ageMinutes: 2.5 })
    await click({ model: 'SM-S911B' })
    expect(await install(clickId)).toMatchObject({ matched: true, match_type: 'referrer' })
    expect(await counts()).toEqual({
      [`age same ${AGE_BUCKET}`]: [1, 0],
      'model same other': [1, 0],
      'screen same other': [1, 0],
      'os_version same other': [1, 0],
      'time_zone same other': [1, 0],
      'language same other': [1, 0],
      'region same other': [1, 0],
      'model different other': [0, 1],
      'screen different other': [1, 0],
      'os_version different other': [1, 0],
      'time_zone different other': [1, 0],
      'language different other': [1, 0],
      'region different other': [1, 0],
    })
    const { android, ios } = await quality()
    expect(android).toEqual({
      platform: 'android',
      n: 1,
      right: 1,
      wrong: 0,
      silent: 0,
      precision: null,
      recall: null,
      note: 'not enough data',
    })
    expect(ios).toMatchObject({ platform: 'ios', ...NOTHING })
  })

  it('is wrong if signals would choose another visitor, and absent if they choose none', async () => {
    const elsewhere = await click({ address: '198.51.100.7' })
    await click()
    await install(elsewhere)
    expect((await quality()).android).toMatchObject({ n: 1, right: 0, wrong: 1, silent: 0 })
    const twin = await click({ address: '198.51.100.8' })
    await click({ address: '198.51.100.8' })
    await install(twin, { address: '198.51.100.8' })
    expect((await quality()).android).toMatchObject({ n: 2, right: 0, wrong: 1, silent: 1 })
  })

  it('claims no click in the shadow decision', async () => {
    const elsewhere = await click({ address: '198.51.100.7' })
    const neighbour = await click()
    await install(elsewhere)
    const where = { id: neighbour }
    const open = { consumedAt: null, consumedBy: null }
    expect(await api.database.prisma.click.findFirst({ where })).toMatchObject(open)
  })

  it('is counted once for an address and a day, in all projects', async () => {
    await install(await click())
    const before = await counts()
    await install(await click())
    const project = api.otherProject
    await install(await click({ project }), { project })
    expect(await counts()).toEqual(before)
    expect((await quality()).android).toMatchObject({ n: 1 })
    expect((await quality('', project)).android).toMatchObject(NOTHING)
  })

  it('is reported only to its own project', async () => {
    await install(await click())
    expect((await quality('', api.otherProject)).android).toMatchObject(NOTHING)
    expect((await quality()).android).toMatchObject({ n: 1 })
  })

  it('gets its response while the counts cannot be written', async () => {
    const { pool } = api.database
    await pool.query('ALTER TABLE match_sightings RENAME TO away')
    expect(await install(await click())).toMatchObject({ matched: true })
    await pool.query('ALTER TABLE away RENAME TO match_sightings')
    expect(api.logs.text()).toContain('shadow scoring of an install failed')
    expect(await counts()).toEqual({})
  })
})

describe('these are not counted:', () => {
  it.each<[string, ClickOptions, InstallOptions]>([
    ['a test install', {}, { body: { test: true } }],
    ['a click without a device report', { fingerprint: null }, {}],
    ['a refusal', {}, { body: { consent: false } }],
  ])('%s', async (_name, clickOptions, options) => {
    await install(await click(clickOptions), options)
    expect([await counts(), (await quality()).android]).toMatchObject([{}, NOTHING])
  })

  it('a click that an app recorded', async () => {
    const clickId = await click()
    await api.database.prisma.click.updateMany({ where: { id: clickId }, data: { source: 'sdk' } })
    expect(await install(clickId)).toMatchObject({ matched: true })
    expect(await counts()).toEqual({})
  })

  it('an install decided by signals, and a repeated call', async () => {
    await click()
    expect(await install(null)).toMatchObject({ matched: true, match_type: 'fingerprint' })
    expect(await counts()).toEqual({})
    const [clickId, install_id] = [await click(), randomUUID()]
    await install(clickId, { body: { install_id } })
    await api.database.prisma.matchSighting.deleteMany()
    await install(clickId, { body: { install_id } })
    expect((await quality()).android).toMatchObject({ n: 1 })
  })
})

describe('a value', () => {
  const labelAt = async (address: string) => {
    const clickId = await click({ address })
    await click({ address, model: 'SM-S911B' })
    await install(clickId, { address })
  }

  it('is stored by its name from the 20th address of a day on', async () => {
    for (let n = 1; n < 20; n += 1) await labelAt(`198.51.100.${n}`)
    expect(await counts()).toMatchObject({ 'model different other': [0, 19] })
    const { rows } = await api.database.pool.query(
      'SELECT c::text FROM match_counts c UNION ALL SELECT s::text FROM match_sightings s',
    )
    expect(JSON.stringify(rows)).not.toMatch(/qp1|413x917|Vaduz|Zurich|198\.51/)
    await labelAt('198.51.100.20')
    expect(await counts()).toMatchObject({
      'model different other': [0, 19],
      'model different qp1': [0, 1],
      'screen different 413x917': [1, 0],
      'os_version different 14.3': [1, 0],
    })
    // The model contains it now, so it needs no more sightings.
    await rebuild()
    await api.database.prisma.matchSighting.deleteMany()
    await labelAt('198.51.100.21')
    expect(await counts()).toMatchObject({ 'model different qp1': [0, 2] })
    expect(await api.database.prisma.matchSighting.count()).toBe(1)
  })
})

const MANY = { signal: 'model', relation: 'same', bucket: 'other', differs: 1_000_000n, agrees: 0n }

/** Writes counts of a project over several weeks, as if many installs had been labelled. */
const addCounts = (projectId = api.project.id, weeksAgo = 0) => {
  const monday = new Date(Date.now() - weeksAgo * 7 * 86_400_000)
  const data = { ...MANY, platform: 'android', projectId, week: monday }
  return api.database.prisma.matchCount.create({ data })
}

describe('the model', () => {
  it('is rebuilt from the counts, and named by explain', async () => {
    await addCounts()
    await rebuild()
    const version = `${SHIPPED_MODEL.version}+${new Date().toISOString().slice(0, 10)}`
    const { version: current, signals } = api.ctx.matchModel.current()
    expect(current).toBe(version)
    expect(signals.android.model.same).toBeLessThan(SHIPPED_MODEL.signals.android.model.same)
    const install_id = randomUUID()
    await click()
    await install(null, { body: { install_id } })
    const path = `/api/attribution/explain?install_id=${install_id}`
    expect((await api.request('GET', path)).body.model_version).toBe(version)
    expect((await quality()).body.model_version).toBe(version)
  })

  it('is read at the start of a process, and stays when the database is unavailable', async () => {
    await addCounts()
    const pool = { $queryRaw: api.database.prisma.$queryRaw.bind(api.database.prisma) }
    const database = { prisma: pool as typeof api.database.prisma }
    const model = openMatchModel({ database, logger: api.ctx.logger })
    await model.close()
    const learned = model.current()
    expect(learned.version).not.toBe(SHIPPED_MODEL.version)
    await api.database.pool.query('ALTER TABLE match_counts RENAME TO away')
    await model.rebuild()
    await api.database.pool.query('ALTER TABLE away RENAME TO match_counts')
    expect(model.current()).toBe(learned)
    expect(api.logs.text()).toContain('match model not rebuilt')
  })

  it('deletes counts older than 13 weeks', async () => {
    await addCounts(api.project.id, 14)
    await rebuild()
    expect(api.ctx.matchModel.current()).toBe(SHIPPED_MODEL)
  })
})

describe('GET /api/attribution/quality', () => {
  const addDay = (daysAgo: number, rightCount: number, wrongCount: number, silentCount: number) =>
    api.database.prisma.matchQuality.create({
      data: {
        projectId: api.project.id,
        platform: 'android',
        day: new Date(Date.now() - daysAgo * 86_400_000),
        rightCount,
        wrongCount,
        silentCount,
      },
    })

  it('returns shares with their interval from 100 installs on', async () => {
    await addDay(0, 60, 0, 39)
    expect((await quality()).android).toMatchObject({ n: 99, precision: null, recall: null })
    await addDay(29, 18, 2, 1)
    const { android, body } = await quality()
    expect(android).toMatchObject({ n: 120, right: 78, wrong: 2, silent: 40, note: null })
    expect(android.precision.value).toBeCloseTo(0.975, 6)
    expect(android.precision.low).toBeCloseTo(0.9133, 3)
    expect(android.precision.high).toBeCloseTo(0.9931, 3)
    expect(android.recall.value).toBeCloseTo(0.65, 6)
    expect(body).toMatchObject({
      days: 30,
      statement: expect.stringContaining('iOS has few labels'),
    })
  })

  it('has no precision if signals never chose a click', async () => {
    await addDay(0, 0, 0, 100)
    const { android } = await quality()
    expect(android).toMatchObject({ precision: null, recall: { value: 0, low: 0 }, note: null })
  })

  it('counts the requested days, today included', async () => {
    await addDay(0, 1, 0, 0)
    await addDay(1, 1, 0, 0)
    await addDay(89, 1, 0, 0)
    const read = async (days: number) => (await quality(`?days=${days}`)).android.n
    expect([await read(1), await read(2), await read(89), await read(90)]).toEqual([1, 2, 2, 3])
    for (const days of ['0', '91', 'x']) expect((await quality(`?days=${days}`)).status).toBe(422)
  })
})
