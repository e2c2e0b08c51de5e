import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { insertClicks } from '../src/clicks/clicks.js'
import {
  addAttributedInstall,
  addProjectWithLink,
  type ProjectWithLink,
} from './attributed-install.js'
import { addDelivery, claim, recordResult } from './in-flight.js'

/** Tables whose rows must be durable before the response. */
const PROMISED = ['clicks', 'installs', 'attributions', 'events', 'deliveries', 'delivery_attempts']

let scratch: TestDatabase
let database: Database
let project: ProjectWithLink
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  const { pool } = database
  await pool.query('CREATE TABLE told (name text, waits text)')
  await pool.query(`
    CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO told VALUES (TG_TABLE_NAME, current_setting('synchronous_commit'));
      RETURN NULL;
    END $$`)
  for (const name of PROMISED)
    await pool.query(`CREATE TRIGGER tell AFTER INSERT ON ${name} EXECUTE FUNCTION tell()`)
  project = await addProjectWithLink(database)
})
beforeEach(async () => {
  await database.pool.query('TRUNCATE told')
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

/** Whether the commits that inserted into each table waited for the disk. */
async function told(): Promise<Record<string, string>> {
  const { rows } = await database.pool.query<{ name: string; waits: string }>(
    `SELECT name, string_agg(DISTINCT waits, ', ') AS waits FROM told GROUP BY name`,
  )
  return Object.fromEntries(rows.map(({ name, waits }) => [name, waits]))
}

it('a click is on disk before it counts as written', async () => {
  const { projectId, linkId } = project
  const click = {
    id: newUuidV7(),
    projectId,
    linkId,
    source: 'link_host',
    platform: 'ios',
    params: {},
    campaignId: null,
    osVersion: null,
    deviceModel: null,
    ipHash: null,
    ipPrefixHash: null,
    visitorHash: null,
    userAgent: null,
    referer: null,
    country: null,
    fbclidCapturedAt: null,
    uncountedReason: null,
  }
  await insertClicks(database, [click])
  expect(await told()).toEqual({ clicks: 'on' })
})

it('a decision is on disk with its event and deliveries before the response', async () => {
  await addAttributedInstall(database, project)
  expect(await told()).toMatchObject({
    installs: 'on',
    attributions: 'on',
    events: 'on',
    deliveries: 'on',
  })
})

it.each([
  ['failed', {}],
  ['succeeded', { isSuccess: true, statusCode: 204, errorClass: null, error: null }],
] as const)(
  'an attempt that %s is on the disk before it counts as recorded',
  async (_what, more) => {
    const { deliveryId } = await addDelivery(database)
    const leaseToken = await claim(database, deliveryId)
    await recordResult(database, { deliveryId, leaseToken }, more)
    expect(await told()).toMatchObject({ delivery_attempts: 'on' })
  },
)
