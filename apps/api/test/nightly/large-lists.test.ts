import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { withClient } from '@throughline/stack/postgres/connect'
import { startTestApi, type TestApi } from '../harness.js'

const LINKS = 10_000
const DELIVERIES = 100_000
const FAILED_EVERY = 100
const PAGE = 20
/** Totals are counted up to 10,000, and then the panel says "more". */
const MOST_COUNTED = 10_001

/** A node of a plan as PostgreSQL's auto_explain writes it; counts of rows are means over the loops. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

interface Statement {
  text: string
  nodes: PlanNode[]
}

let api: TestApi
let webhookId: number
let logFile: string
beforeAll(async () => {
  api = await startTestApi({
    reachDatabaseBy: async (url) => {
      await explainAll(url)
      return url
    },
  })
  const { pool } = api.database
  const { rows } = await pool.query<{ data_directory: string }>('SHOW data_directory')
  logFile = join(dirname(rows[0]?.data_directory ?? ''), 'postgres.log')
  await seed()
}, 120_000)
afterAll(() => api.close())

/** Logs the plan of each statement of new connections. */
function explainAll(url: string): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
  }
  const name = new URL(url).pathname.slice(1)
  return withClient(url, async (client) => {
    for (const [setting, value] of Object.entries(settings))
      await client.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`)
  })
}

async function seed(): Promise<void> {
  const { project, otherProject, database } = api
  webhookId = await seedProject(project.id)
  // Newer rows of another project, which a list must not read.
  await seedProject(otherProject.id)
  await database.pool.query('ANALYZE links, deliveries, delivery_attempts')
}

async function seedProject(projectId: string): Promise<number> {
  const { pool } = api.database
  await pool.query(
    `INSERT INTO links (project_id, code, actual_url)
     SELECT $1, 'L' || n, 'https://shop.example.com/' || n FROM generate_series(1, ${LINKS}) AS n`,
    [projectId],
  )
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO webhooks (project_id, url, events) VALUES ($1, 'https://a.example/', '{install_attributed}') RETURNING id`,
    [projectId],
  )
  const id = rows[0]?.id ?? 0
  await pool.query(
    `INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, attempts_made, completed_at)
     SELECT uuid7_generate(), $1, $2, gen_random_uuid(), 'install_attributed',
            CASE WHEN n % ${FAILED_EVERY} = 0 THEN 'failed' ELSE 'succeeded' END, 'auto', 1, now()
       FROM generate_series(1, ${DELIVERIES}) AS n`,
    [projectId, id],
  )
  await pool.query(
    `INSERT INTO delivery_attempts (id, project_id, delivery_id, number, trigger, started_at, duration_ms, outcome, url)
     SELECT uuid7_generate(), project_id, id, 1, 'auto', now(), 5, state, 'https://a.example/'
       FROM deliveries WHERE project_id = $1`,
    [projectId],
  )
  return id
}

/** Returns the statements that PostgreSQL ran for a request, with what it read. */
async function statementsOf(path: string): Promise<[body: { data: unknown[] }, Statement[]]> {
  const { size } = await stat(logFile)
  const { status, body } = await api.request('GET', path)
  expect([path, status]).toEqual([path, 200])
  const log = (await readFile(logFile)).subarray(size).toString('utf8')
  const statements = [...log.matchAll(/ms {2}plan:\n((?:\t.*\n)+)/g)].map(([, json = '']) => {
    const entry = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
    return { text: entry['Query Text'], nodes: nodesOf(entry.Plan) }
  })
  // The roll-up of clicks may run at the same time.
  const ofRequest = statements.filter(({ text }) => !text.includes('click_deltas'))
  return [body as { data: unknown[] }, ofRequest]
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** The nodes that read a table; a statement may have some that are never run. */
function reads(nodes: readonly PlanNode[], table: string): PlanNode[] {
  const isTable = new RegExp(`^${table}(_\\d+)?$`)
  return nodes.filter(
    (node) => node['Actual Loops'] > 0 && isTable.test(node['Relation Name'] ?? ''),
  )
}

/** Including rows that were read and did not match. */
function rowsRead(nodes: readonly PlanNode[]): number {
  const ofNode = (node: PlanNode) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  return nodes.reduce((sum, node) => sum + ofNode(node) * node['Actual Loops'], 0)
}

it.each([
  ['the newest links', 'links', `/api/links?per_page=${PAGE}&page=1`],
  ['the newest deliveries', 'deliveries', `/api/deliveries?limit=${PAGE}`],
  ['deliveries that need attention', 'deliveries', `/api/deliveries?state=failed&limit=${PAGE}`],
  ['deliveries of a webhook', 'deliveries', `/api/deliveries?webhook_id=%&limit=${PAGE}`],
])('lists %s with one statement that reads a page and one more', async (_what, table, path) => {
  const [{ data }, statements] = await statementsOf(path.replace('%', String(webhookId)))
  expect(data).toHaveLength(PAGE)
  const touching = statements.filter(({ nodes }) => reads(nodes, table).length > 0)
  expect(touching).toHaveLength(2)
  const isCount = ({ text }: Statement) => /count\(/i.test(text)
  const [page] = touching.filter((statement) => !isCount(statement))
  const [count] = touching.filter(isCount)
  const scans = reads(page?.nodes ?? [], table)
  expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
  expect(rowsRead(scans)).toBeLessThanOrEqual(PAGE + 1)
  expect(rowsRead(reads(page?.nodes ?? [], 'delivery_attempts'))).toBeLessThanOrEqual(PAGE + 1)
  const counted = reads(count?.nodes ?? [], table).map((node) => node['Actual Rows'])
  expect(counted.reduce((sum, rows) => sum + rows, 0)).toBeLessThanOrEqual(MOST_COUNTED)
})
