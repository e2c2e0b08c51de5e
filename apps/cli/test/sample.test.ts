import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { NO_MATCH_REASONS } from '@throughline/core/matching/match-types'
import { inTransaction, openDatabase, type Database } from '@throughline/db/connection/database'
import { deleteProject } from '@throughline/db/projects/delete-project'
import { readAttemptCounts, readProjectDimensions } from '@throughline/db/projects/overview'
import { insertProject } from '@throughline/db/projects/projects'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { createRandom } from '@throughline/testkit/seeded-random'
import { LINKS } from '../src/sample/catalog.js'
import { createSample, ENDS_BEFORE_MS } from '../src/sample/create-sample.js'
import { drawClicks } from '../src/sample/draw-clicks.js'
import { drawInstalls } from '../src/sample/draw-installs.js'
import { KEY_RING } from './cli.js'

const DAY_MS = 86_400_000
const secretsKeys = KEY_RING
/** Given to the sample, so that its days are known around midnight. */
const now = new Date()

let test: TestDatabase
let database: Database
let projectId: string

beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase({ url: test.url, poolMax: 2 })
  expect(await createSample(database, { secretsKeys, now })).toBe(true)
  const project = await database.prisma.project.findUniqueOrThrow({ where: { prefix: 'sample' } })
  projectId = project.id
  expect(project).toMatchObject({ isSample: true, name: 'Sample data' })
}, 60_000)
afterAll(async () => {
  await database.close()
  await test.drop()
})

const query = async <Row extends object>(sql: string) => (await database.pool.query<Row>(sql)).rows

const span = () => {
  const today = Math.floor((now.getTime() - ENDS_BEFORE_MS) / DAY_MS) * DAY_MS
  return { projectId, from: new Date(today - 89 * DAY_MS), to: new Date(today + DAY_MS) }
}

/** The counts of one dimension, by value. */
async function countsOf(dimension: string) {
  const all = await readProjectDimensions(database.prisma, span(), { links: 1_000 })
  const rows = all.filter((row) => row.dimension === dimension)
  return rows.map(({ value, clicks, installs, attributed }) => ({
    value,
    clicks,
    installs,
    attributed,
  }))
}

const byValue = (one: { value: string }, other: { value: string }) =>
  one.value < other.value ? -1 : 1

describe('createSample', () => {
  it('has an overview that agrees with its rows', async () => {
    const rows = await query<{ value: string }>(
      `SELECT platform AS value, sum(clicks)::integer AS clicks, sum(installs)::integer AS installs,
              sum(attributed)::integer AS attributed
         FROM (SELECT platform, 1 AS clicks, 0 AS installs, 0 AS attributed FROM clicks WHERE uncounted_reason IS NULL
                UNION ALL
               SELECT platform, 0, 1, is_matched::integer FROM installs) AS counted GROUP BY 1`,
    )
    expect((await countsOf('platform')).sort(byValue)).toEqual(rows.sort(byValue))
    const outcomes = await query<{ value: string }>(
      `SELECT coalesce(match_type, reason) AS value, 0 AS clicks, count(*)::integer AS installs,
              count(*) FILTER (WHERE is_matched)::integer AS attributed FROM installs GROUP BY 1`,
    )
    expect((await countsOf('outcome')).sort(byValue)).toEqual(outcomes.sort(byValue))
    const countries = await query<{ value: string }>(
      `SELECT country AS value, count(*)::integer AS clicks FROM clicks WHERE uncounted_reason IS NULL GROUP BY 1`,
    )
    const counted = (await countsOf('country')).map(({ value, clicks }) => ({ value, clicks }))
    expect(counted.sort(byValue)).toEqual(countries.sort(byValue))
  })

  it('has counts of links and campaigns that agree with its rows', async () => {
    const differing = await query(
      `SELECT l.code FROM links l
        WHERE l.clicked_count <> (SELECT count(*) FROM clicks c WHERE c.link_id = l.id AND c.uncounted_reason IS NULL)
           OR l.clicked_count <> (SELECT sum(clicks) FROM link_clicks r WHERE r.link_id = l.id)
           OR l.clicked_count <> (SELECT sum(clicks) FROM link_dimensions d WHERE d.link_id = l.id AND dimension = 'platform')
           OR (SELECT count(*) FROM attributions a WHERE a.link_id = l.id)
              <> (SELECT sum(installs) FROM link_dimensions d WHERE d.link_id = l.id AND dimension = 'platform')`,
    )
    expect(differing).toEqual([])
    const campaigns = await query(
      `SELECT g.name FROM campaigns g
        WHERE (SELECT count(*) FROM clicks c WHERE c.campaign_id = g.id AND c.uncounted_reason IS NULL)
              <> (SELECT sum(clicks) FROM campaign_clicks r WHERE r.campaign_id = g.id)`,
    )
    expect(campaigns).toEqual([])
    expect(
      await query('SELECT 1 FROM click_deltas UNION ALL SELECT 1 FROM dimension_deltas'),
    ).toEqual([])
  })

  it('covers 90 days that end now', async () => {
    const [days] = await query<{ days: number; last: Date }>(
      `SELECT count(DISTINCT (created_at AT TIME ZONE 'UTC')::date)::integer AS days, max(created_at) AS last FROM clicks`,
    )
    expect(days?.days).toBeGreaterThanOrEqual(89)
    expect(Date.now() - (days?.last.getTime() ?? 0)).toBeLessThan(15 * 60_000)
    const [state] = await query<{ since: Date }>(
      'SELECT dimensions_since AS since FROM roll_up_state',
    )
    expect(state?.since).toEqual(span().from)
  })

  it('has every match type, every reason and every state of a delivery', async () => {
    const outcomes = (await countsOf('outcome')).map(({ value }) => value)
    const refusals = await query<{ reason: string }>('SELECT DISTINCT reason FROM install_refusals')
    const seen = [...outcomes, ...refusals.map(({ reason }) => reason)]
    const all = ['referrer', 'clipboard', 'fingerprint', ...NO_MATCH_REASONS]
    expect(seen.sort()).toEqual(all.sort())
    const states = await query<{ state: string }>(
      'SELECT DISTINCT state FROM deliveries ORDER BY 1',
    )
    expect(states.map(({ state }) => state)).toEqual(['failed', 'retrying', 'succeeded'])
  })

  it('has the device reports that its comparisons name', async () => {
    const compared = await query<{ report: string | null; app: string; outcome: string }>(
      `SELECT v.signals ->> 'os_version' AS report, i.os_version AS app, s ->> 'outcome' AS outcome
         FROM installs i
        CROSS JOIN jsonb_array_elements(i.trace -> 'match' -> 'candidates') AS c
        CROSS JOIN jsonb_array_elements(nullif(c -> 'signals', 'null')) AS s
         LEFT JOIN visits v ON v.click_id = (c ->> 'clickId')::uuid
        WHERE s ->> 'signal' = 'os_version'`,
    )
    const outcomes = new Set(compared.map(({ outcome }) => outcome))
    expect([...outcomes].sort()).toEqual(['agrees', 'differs'])
    for (const { report, app, outcome } of compared)
      expect([report === app, report]).toEqual([outcome === 'agrees', expect.any(String)])
  })

  it('has no due deliveries, and webhooks only on this machine', async () => {
    expect(
      await query('SELECT 1 FROM deliveries WHERE due_at IS NOT NULL OR lease_until IS NOT NULL'),
    ).toEqual([])
    const webhooks = await query<{ url: string }>('SELECT url FROM webhooks WHERE is_active')
    expect(webhooks.map(({ url }) => new URL(url).hostname)).toEqual(['localhost', 'localhost'])
  })

  it('counts each attempt once', async () => {
    const counted = await readAttemptCounts(database.prisma, span())
    const sum = counted.reduce((total, { attempts }) => total + attempts, 0)
    const [made] = await query<{ attempts: number }>(
      `SELECT count(*)::integer AS attempts FROM delivery_attempts WHERE started_at < now() - interval '2 minutes'`,
    )
    expect(sum).toBe(made?.attempts)
    const [delivered] = await query<{ wrong: number }>(
      `SELECT count(*)::integer AS wrong FROM deliveries d
        WHERE attempts_made <> (SELECT count(*) FROM delivery_attempts a WHERE a.delivery_id = d.id)`,
    )
    expect(delivered?.wrong).toBe(0)
  })

  it('generates the same rows for the same time', () => {
    const draw = () => {
      const until = new Date('2026-03-10T15:00:00Z')
      const links = LINKS.map((link, place) => ({ link, id: place + 1, campaignId: null }))
      const clicks = drawClicks(createRandom(1), projectId, { links, until })
      return { clicks, installs: drawInstalls(createRandom(2), clicks, until) }
    }
    expect(draw()).toEqual(draw())
  })

  it('adds nothing if a project exists', async () => {
    const before = await query('SELECT id FROM projects')
    expect(await createSample(database, { secretsKeys })).toBe(false)
    expect(await query('SELECT id FROM projects')).toEqual(before)
  })

  it('is removed completely, except from the audit log', async () => {
    await inTransaction(
      database,
      (db) => deleteProject(db, { id: projectId, prefix: 'sample' }, { actor: 'cli' }),
      30_000,
    )
    const tables = await query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    )
    const kept = ['audit_entries', '_prisma_migrations', 'retention_cursors', 'roll_up_state']
    const filled: string[] = []
    for (const { name } of tables.filter((table) => !kept.includes(table.name)))
      if ((await query(`SELECT 1 FROM "${name}" LIMIT 1`)).length > 0) filled.push(name)
    expect(filled).toEqual([])
    const audit = await query('SELECT action, actor FROM audit_entries ORDER BY id')
    expect(audit).toEqual([
      { action: 'project.create', actor: 'cli' },
      { action: 'project.delete', actor: 'cli' },
    ])
  })

  it('adds nothing if a real project exists', async () => {
    await insertProject(database.prisma, { name: 'Acme', prefix: 'acme' })
    expect(await createSample(database, { secretsKeys })).toBe(false)
    expect(await query('SELECT prefix FROM projects')).toEqual([{ prefix: 'acme' }])
  })
})
