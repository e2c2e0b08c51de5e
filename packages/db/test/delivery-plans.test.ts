import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { claimDeliveries } from '../src/deliveries/claim-deliveries.js'
import { holdOrWait } from '../src/deliveries/hold-or-wait.js'
import { deferSweep } from '../src/deliveries/defer-sweep.js'
import { explainLast } from './explain-last.js'
import { addDelivery } from './in-flight.js'

let scratch: TestDatabase
let database: Database
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  const { projectId, webhookId } = await addDelivery(database)
  await database.pool.query("UPDATE deliveries SET state = 'succeeded', due_at = NULL")
  await database.pool.query(
    `INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, completed_at)
     SELECT uuid7_generate(), $1, $2, gen_random_uuid(), 'install_attributed', 'succeeded', 'auto', now()
       FROM generate_series(1, 20000)`,
    [projectId, webhookId],
  )
  await database.pool.query('ANALYZE deliveries')
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

const request = { deliveryId: randomUUID(), leaseToken: randomUUID() }

it.each<[string, (database: Database) => Promise<unknown>]>([
  ['claims', (database) => claimDeliveries(database, [request], 10_000)],
  ['holds', (database) => holdOrWait(database, [request])],
  ['deferrals', (database) => deferSweep(database, [{ ...request, delayMs: 1_000 }])],
])(
  '%s are looked up by their ids, even with plans made while nothing is due',
  async (_what, work) => {
    const plan = (await explainLast(database, () => work(database))).join('\n')
    expect(plan).toMatch(/deliveries_\d+_pkey/)
    expect(plan).not.toMatch(/due_at_idx|Seq Scan on deliveries_\d+ \w+ +\(cost=\S+ rows=[1-9]\d\d/)
  },
)
