import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { ALL_INSTALLS, countInstalls, listInstalls } from '../src/attribution/list-installs.js'
import { openDatabase, type Database, type Db } from '../src/connection/database.js'
import {
  countProjectDeliveries,
  listProjectDeliveries,
} from '../src/deliveries/list-project-deliveries.js'
import { Prisma } from '../src/generated/prisma/client.js'
import { countLinks, listLinks, type LinkFilter } from '../src/links/list-links.js'
import { insertProject } from '../src/projects/projects.js'

let scratch: TestDatabase
let database: Database
let projectId: string
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  const { prisma, pool } = database
  projectId = (await insertProject(prisma, { name: 'P', prefix: `p${randomUUID()}` })).id
  await pool.query(
    `INSERT INTO installs (project_id, install_id, platform, is_matched, reason)
     SELECT $1, gen_random_uuid(), 'ios', false, CASE WHEN n = 1 THEN 'ambiguous' ELSE 'no_candidate' END
       FROM generate_series(1, 5000) AS n`,
    [projectId],
  )
  await pool.query(
    `WITH hook AS (
       INSERT INTO webhooks (project_id, url, events) VALUES ($1, 'https://a.example/', '{install_attributed}') RETURNING id
     )
     INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger)
     SELECT (left(uuid7_floor(now())::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, $1, hook.id,
            gen_random_uuid(), 'install_attributed', CASE WHEN n = 1 THEN 'failed' ELSE 'succeeded' END, 'auto'
       FROM generate_series(1, 5000) AS n, hook`,
    [projectId],
  )
  const other = await insertProject(prisma, { name: 'Other', prefix: `p${randomUUID()}` })
  for (const id of [projectId, other.id])
    await pool.query(
      `INSERT INTO links (project_id, code, clicked_count) SELECT $1, 'n' || n, n FROM generate_series(1, 5000) AS n`,
      [id],
    )
  await pool.query('ANALYZE installs, deliveries, links')
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

/** Explains statements instead of running them. */
function explaining(plans: string[]): Db {
  const explain = async (given: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
    const sql = given instanceof Prisma.Sql ? given : Prisma.sql(given, ...values)
    const statement = Prisma.sql`EXPLAIN ${sql}`
    const rows = await database.prisma.$queryRaw<{ 'QUERY PLAN': string }[]>(statement)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    return []
  }
  return { $queryRaw: explain } as unknown as Db
}

it('installs of a rare reason are found and counted by an index', async () => {
  const plans: string[] = []
  const filter = { ...ALL_INSTALLS, projectId, reason: 'ambiguous' }
  await listInstalls(explaining(plans), filter, { after: null, limit: 101 })
  await countInstalls(explaining(plans), filter, 10_001)
  for (const plan of plans) expect(plan).toContain('installs_reason_idx')
  expect(plans).toHaveLength(2)
})

it('failed deliveries are found and counted by an index', async () => {
  const plans: string[] = []
  const none = { webhookId: null, event: null, statusCode: null, errorClass: null, code: null }
  const all = { campaignId: null, installId: null, isTest: null, from: null, to: null }
  const filter = { projectId, states: ['failed'], ...none, ...all }
  await listProjectDeliveries(explaining(plans), filter, { beforeId: null, limit: 101 })
  await countProjectDeliveries(explaining(plans), filter, 10_001)
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'deliveries_replayable_idx'::regclass`,
  )
  for (const plan of plans) expect(rows.filter(({ name }) => plan.includes(name))).not.toEqual([])
  expect(plans).toHaveLength(2)
})

it('deliveries of a failing status are counted by the indexes of the states', async () => {
  const plans: string[] = []
  const none = { states: null, webhookId: null, event: null, errorClass: null, code: null }
  const all = { campaignId: null, installId: null, isTest: null, from: null, to: null }
  const filter = { projectId, statusCode: 500, ...none, ...all }
  await countProjectDeliveries(explaining(plans), filter, 10_001)
  expect(plans.join('\n')).toContain('BitmapOr')
})

it('the newest links are found by an index of their project, also after newer links of another one', async () => {
  const plans: string[] = []
  const none = { search: null, code: null, tag: null, campaignId: null, status: null }
  const filter: LinkFilter = { projectId, ...none, createdBy: null, from: null, to: null }
  const page = { take: 101, skip: 0 }
  await listLinks(explaining(plans), filter, { ...page, beforeId: null })
  await listLinks(explaining(plans), filter, { ...page, beforeId: 500 })
  await listLinks(explaining(plans), filter, {
    ...page,
    beforeId: null,
    order: { by: 'createdAt', isDown: false },
  })
  for (const plan of plans) expect(plan).toContain('links_project_id_newest_idx')
  expect(plans).toHaveLength(3)
  const order = { by: 'clickedCount', isDown: true } as const
  const links = await listLinks(database.prisma, filter, { ...page, beforeId: null, order })
  expect(links.map(({ clickedCount }) => clickedCount).slice(0, 2)).toEqual([5000n, 4999n])
  expect(await countLinks(database.prisma, filter, 4_000)).toBe(4_000)
})
