import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { findPayloadByFingerprint } from '../src/attribution/attributions.js'
import { openDatabase, type Database } from '../src/connection/database.js'
import { anonymizeClicks } from '../src/retention/anonymize-clicks.js'
import { anonymizeFingerprints } from '../src/retention/anonymize-fingerprints.js'
import { anonymizeExplanations } from '../src/retention/anonymize-explanations.js'
import { readInstalls } from '../src/attribution/installs.js'
import { listCodeClicks } from '../src/attribution/match-candidates.js'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

let scratch: TestDatabase
let database: Database
let other: Database
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  other = openDatabase({ url: scratch.url })
})
beforeEach(async () => {
  await database.pool.query('TRUNCATE clicks, installs, attributions')
  await database.prisma.retentionCursor.updateMany({ data: { afterId: FIRST_ID } })
})
afterAll(async () => {
  await database.close()
  await other.close()
  await scratch.drop()
})

const projectId = randomUUID()
const address = new Uint8Array(randomBytes(16))

/** Clicks of that age, a millisecond apart, with all browser data. */
const addClicks = (ago: string, count: number, linkId = 1) =>
  database.pool.query(
    `INSERT INTO clicks (id, project_id, link_id, source, platform, os_version, ip_hash, ip_prefix_hash, user_agent,
                         referer, visitor_id, params, created_at)
     SELECT uuid7_floor(at), $3, $4, 'link_host', 'ios', '17.4', $5, $5, 'Mozilla/5.0', 'https://a.example/',
            gen_random_uuid(), '{"gclid": "G1"}', at
       FROM (SELECT now() - $1::interval + n * interval '1 ms' AS at FROM generate_series(1, $2) AS n) AS t`,
    [ago, count, projectId, linkId, address],
  )
const TOLD = { ipHash: null, ipPrefixHash: null, userAgent: null, referer: null, visitorId: null }
const forgotten = () => database.prisma.click.count({ where: TOLD })
const markOf = async (task: string) =>
  (await database.prisma.retentionCursor.findUniqueOrThrow({ where: { task } })).afterId

describe('anonymizeClicks', () => {
  it('removes browser data from clicks older than 25 hours, and nothing else', async () => {
    await addClicks('25 hours 1 minute', 2)
    await addClicks('400 days', 1)
    await addClicks('24 hours 59 minutes', 3)
    expect(await anonymizeClicks(database)).toEqual({ rows: 3, hasMore: false })
    const clicks = await database.prisma.click.findMany({ orderBy: { id: 'asc' } })
    const old = { ...TOLD, osVersion: '17.4', params: { gclid: 'G1' } }
    const young = { userAgent: 'Mozilla/5.0', ipPrefixHash: expect.any(Uint8Array) }
    expect(clicks).toMatchObject([old, old, old, young, young, young])
  })

  it('processes no click twice', async () => {
    await addClicks('2 days', 3)
    await anonymizeClicks(database)
    const versions = () =>
      database.pool.query('SELECT id, xmin::text, xmax::text FROM clicks ORDER BY id')
    const before = (await versions()).rows as unknown
    await addClicks('26 hours', 1)
    expect(await anonymizeClicks(database)).toEqual({ rows: 1, hasMore: false })
    expect((await versions()).rows.slice(0, 3)).toEqual(before)
    const last = await database.prisma.click.findFirst({ orderBy: { id: 'desc' } })
    expect(await markOf('clicks')).toBe(last?.id)
  })

  it('keeps a click that an install may still match by code', async () => {
    const { id } = await database.prisma.project.create({
      data: { id: projectId, name: 'Acme', prefix: `p${randomBytes(6).toString('hex')}` },
    })
    const link = await database.prisma.link.create({ data: { projectId: id, code: 'SPRING' } })
    await addClicks('23 hours 59 minutes', 1, link.id)
    await anonymizeClicks(database)
    const origin = { projectId, code: 'SPRING', ipPrefixHash: address, windowMinutes: 24 * 60 }
    const [found] = await listCodeClicks(database, [{ ...origin, wantsTests: false }])
    expect(found?.clicks).toMatchObject([{ sameAddress: true }])
  })

  it('processes many in bounded batches, by one process at a time', async () => {
    await addClicks('3 days', 50)
    expect(await anonymizeClicks(database, 2)).toEqual({ rows: 40, hasMore: true })
    const runs = await Promise.all([anonymizeClicks(database, 2), anonymizeClicks(other, 2)])
    const rest = await anonymizeClicks(database, 2)
    expect(runs.reduce((sum, { rows }) => sum + rows, rest.rows)).toBe(10)
    expect(await forgotten()).toBe(50)
  })

  it('does nothing while another process runs it', async () => {
    await addClicks('3 days', 1)
    const client = await other.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(`SELECT FROM retention_cursors WHERE task = 'clicks' FOR UPDATE`)
      expect(await anonymizeClicks(database)).toEqual({ rows: 0, hasMore: false })
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
    expect(await anonymizeClicks(database)).toEqual({ rows: 1, hasMore: false })
  })

  it('resumes after a batch that failed', async () => {
    await addClicks('3 days', 4)
    const failing = {
      prisma: {
        $transaction: (work: (db: unknown) => Promise<unknown>) =>
          database.prisma.$transaction(async (db) => {
            await work(db)
            throw new Error('the process ends')
          }),
      } as unknown as Database['prisma'],
    }
    await expect(anonymizeClicks(failing)).rejects.toThrow('the process ends')
    expect([await forgotten(), await markOf('clicks')]).toEqual([0, FIRST_ID])
    expect(await anonymizeClicks(database)).toMatchObject({ rows: 4 })
  })
})

/** An install that was matched that long ago, with its attribution. */
async function addInstall(ago: string) {
  const fingerprintHash = new Uint8Array(randomBytes(16))
  const installId = randomUUID()
  await database.pool.query(
    `WITH at AS (SELECT now() - $1::interval AS at), install AS (
       INSERT INTO installs (project_id, install_id, platform, is_matched, attribution_id, fingerprint_hash, trace, decided_at)
       SELECT $2, $3, 'ios', true, uuid7_floor(at), $4, '{"link": "{}", "match": {"step": "signals"}}', at FROM at)
     INSERT INTO attributions (id, project_id, install_id, click_id, link_id, fingerprint_hash, ip_hash, match_type,
                               confidence, payload, attributed_at)
     SELECT uuid7_floor(at), $2, $3, gen_random_uuid(), 1, $4, $4, 'fingerprint', 0.9, '{}', at FROM at`,
    [ago, projectId, installId, fingerprintHash],
  )
  const where = { projectId_installId: { projectId, installId } }
  return {
    installId,
    fingerprintHash,
    install: () => database.prisma.install.findUniqueOrThrow({ where }),
    attribution: () => database.prisma.attribution.findUniqueOrThrow({ where }),
  }
}

describe('anonymizeExplanations', () => {
  it('removes the explanation of a match after seven days, and keeps the decision', async () => {
    const [old, young] = [await addInstall('7 days 1 minute'), await addInstall('6 days 23 hours')]
    expect(await anonymizeExplanations(database)).toEqual({ rows: 1, hasMore: false })
    expect((await old.install()).trace).toEqual({ link: '{}' })
    expect((await young.install()).trace).toEqual({ link: '{}', match: { step: 'signals' } })
    const key = { projectId, installId: old.installId, installHash: address }
    const install = (await readInstalls(database, [key]))[0]?.install
    expect(install).toMatchObject({ isMatched: true, link: '{}', payload: '{}' })
    expect(await anonymizeExplanations(database)).toEqual({ rows: 0, hasMore: false })
  })
})

describe('anonymizeFingerprints', () => {
  it('removes them from attributions and installs once no query finds them', async () => {
    const [old, young] = [await addInstall('30 days 2 hours'), await addInstall('29 days 23 hours')]
    expect(await anonymizeFingerprints(database)).toEqual({ rows: 2, hasMore: false })
    expect(await old.attribution()).toMatchObject({ fingerprintHash: null, ipHash: null })
    expect(await old.install()).toMatchObject({ fingerprintHash: null, isMatched: true })
    const { fingerprintHash } = young
    const query = { projectId, fingerprintHash, ipHash: fingerprintHash }
    expect(await findPayloadByFingerprint(database.prisma, query)).toBe('{}')
    expect((await young.install()).fingerprintHash).toEqual(fingerprintHash)
    expect(await anonymizeFingerprints(database)).toEqual({ rows: 0, hasMore: false })
  })
})

it('rows of installs that remain to be anonymized are found by index', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('SET enable_seqscan = off')
    for (const [condition, index] of [
      [`trace ? 'match'`, 'installs_traced_idx'],
      ['fingerprint_hash IS NOT NULL', 'installs_fingerprinted_idx'],
    ]) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT ctid FROM installs WHERE ${condition} AND decided_at < now() - interval '7 days' ORDER BY decided_at LIMIT 10`,
      )
      expect(JSON.stringify(rows)).toContain(index)
    }
  } finally {
    await client.query('RESET enable_seqscan')
    client.release()
  }
})
