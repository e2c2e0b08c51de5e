import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { PoolClient } from 'pg'
import { startTestApi, type TestApi } from './harness.js'

const LINKS = 10_000
const DELIVERIES = 20_000
const FAILED = DELIVERIES / 500
const CLICKED = 200
const PAGE = 20

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const { pool } = api.database
  await pool.query(
    `WITH campaign AS (INSERT INTO campaigns (project_id, name) VALUES ($1, 'Spring') RETURNING id)
     INSERT INTO links (project_id, code, actual_url, campaign_id)
     SELECT $1, 'L' || n, 'https://a.example/' || n, campaign.id FROM generate_series(1, $2::int) AS n, campaign`,
    [api.project.id, LINKS],
  )
  await pool.query(
    `UPDATE links SET clicked_count = substr(code, 2)::bigint ^ 2 WHERE project_id = $1 AND substr(code, 2)::int <= $2`,
    [api.project.id, CLICKED],
  )
  await pool.query(
    `WITH link AS (SELECT max(id) AS id FROM links)
     INSERT INTO attributions (id, project_id, install_id, click_id, link_id, match_type, confidence, payload, attributed_at)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), link.id - n % $2::int, 'referrer', 1, '{}', now()
       FROM generate_series(1, 5000) AS n, link`,
    [api.project.id, LINKS],
  )
  await pool.query(
    `WITH hook AS (
       INSERT INTO webhooks (project_id, url, events) VALUES ($1, 'https://a.example/', '{install_attributed}') RETURNING id
     ), delivered AS (
       INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, attempts_made)
       SELECT (left(uuid7_floor(now() - n * interval '1 s')::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid,
              $1, hook.id, gen_random_uuid(), 'install_attributed',
              CASE WHEN n % 500 = 1 THEN 'failed' ELSE 'succeeded' END, 'auto', 1
         FROM generate_series(1, $2::int) AS n, hook
       RETURNING *
     )
     INSERT INTO delivery_attempts (id, project_id, delivery_id, number, trigger, started_at, duration_ms, outcome, status_code, url)
     SELECT gen_random_uuid(), project_id, id, 1, 'auto', now(), 9, 'failed', 500, 'https://a.example/'
       FROM delivered WHERE state = 'failed'`,
    [api.project.id, DELIVERIES],
  )
  await pool.query('VACUUM ANALYZE links, attributions, deliveries, delivery_attempts')
}, 60_000)
afterAll(() => api.close())

interface Statement {
  text: string
  values: unknown[]
}

/** The statements that the API sends through its pool during a request. */
async function statementsOf(path: string): Promise<Statement[]> {
  const sent: Statement[] = []
  const watched = new Map<PoolClient, () => void>()
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    const spy = (...args: unknown[]) => {
      sent.push(args[0] as Statement)
      return send(...args)
    }
    Object.assign(client, { query: spy })
    watched.set(client, () => void Object.assign(client, { query: send }))
  }
  const { pool } = api.ctx.database
  pool.on('acquire', watch)
  const answer = await api.request('GET', path)
  pool.off('acquire', watch)
  for (const undo of watched.values()) undo()
  expect([path, answer.status, answer.body.data.length]).toEqual([path, 200, PAGE])
  return sent
}

interface Node {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** The rows of a table, or of its partitions, that a statement reads. */
async function rowsRead({ text, values }: Statement, table: string): Promise<number> {
  const { rows } = await api.database.pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values,
  )
  const sum = (node: Node): number => {
    const own = node['Relation Name']?.startsWith(table) === true
    const read =
      (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    return (node.Plans ?? []).reduce((all, plan) => all + sum(plan), own ? read : 0)
  }
  const [row] = rows
  if (row === undefined) throw new Error('EXPLAIN returned no row')
  return sum(row['QUERY PLAN'][0].Plan)
}

/** One process sends these about twice a second. */
const ROLL_UP = /\b(click|dimension)_deltas\b/

async function measure(path: string, table: string) {
  await statementsOf(path)
  const statements = (await statementsOf(path)).filter(({ text }) => !ROLL_UP.test(text))
  const ofTable = statements.filter(({ text }) => new RegExp(`\\b${table}\\b`).test(text))
  const rows: number[] = []
  for (const statement of ofTable) rows.push(await rowsRead(statement, table))
  return { statements: statements.length, rows }
}

// Every call reads the project and the token. A list of links reads links, campaigns and installs.
it.each([
  ['/api/links', { statements: 6, rows: [PAGE + 1, LINKS] }],
  ['/api/links?limit=20', { statements: 6, rows: [PAGE + 1, LINKS] }],
  ['/api/deliveries', { statements: 4, rows: [PAGE + 1, 10_001] }],
  ['/api/deliveries?state=failed', { statements: 4, rows: [PAGE + 1, FAILED] }],
])('%s reads a page and one row, then counts', async (path, expected) => {
  const table = path.startsWith('/api/links') ? 'links' : 'deliveries'
  expect(await measure(path, table)).toEqual(expected)
})

it('finds and counts a failing status without reading a succeeded delivery', async () => {
  const { statements, rows } = await measure('/api/deliveries?status_code=500', 'deliveries')
  expect([statements, Math.max(...rows)]).toEqual([4, FAILED])
})

it('a page of links by clicks reads the links of the magnitudes that it shows', async () => {
  for (const page of ['', '&page=5']) {
    const { rows } = await measure(`/api/links?sort=-clicked_count${page}`, 'links')
    expect(rows).toEqual([expect.any(Number), LINKS])
    // Those sorted, and those of the page.
    expect([page, (rows[0] ?? 0) < CLICKED + PAGE + 1]).toEqual([page, true])
  }
})

it('a later page is read without counting, and no other delivery', async () => {
  for (const [path, table] of [
    ['/api/links?limit=20', 'links'],
    ['/api/deliveries?limit=20', 'deliveries'],
  ] as const) {
    const { next_cursor } = (await api.request('GET', path)).body
    const { rows } = await measure(`${path}&cursor=${String(next_cursor)}`, table)
    expect([table, rows]).toEqual([table, [PAGE + 1]])
  }
})

it('counts the installs of a page of links in one statement, from their index entries', async () => {
  const { rows } = await measure('/api/links', 'attributions')
  // The newest link has none; the others one each.
  expect(rows).toEqual([PAGE])
})
