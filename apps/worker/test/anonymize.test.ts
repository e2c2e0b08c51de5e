import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { insertLinkErasure } from '@throughline/db/erasure/erasures'
import { startTestReceiver } from '@throughline/testkit/receiver'
import { waitFor } from '@throughline/testkit/wait-for'
import type { WorkerContext } from '../src/context.js'
import { maintain, runTask } from '../src/maintenance/maintain.js'
import { ANONYMIZE, LARGE_CALLS } from '../src/maintenance/tasks.js'
import { createHarness, type Harness } from './harness.js'

const HOUR_MS = 3_600_000

let harness: Harness
const open: { close: () => unknown }[] = []
beforeAll(async () => {
  harness = await createHarness()
})
afterEach(async () => {
  await harness.stopWorkers()
  for (const each of open.splice(0)) await each.close()
})
afterAll(() => harness.drop())

function prepare(): WorkerContext {
  const ctx = harness.prepare()
  open.push(ctx)
  return ctx
}

async function metric(ctx: WorkerContext, name: string) {
  const found = await ctx.registry.getSingleMetric(name)?.get()
  return Object.fromEntries(
    (found?.values ?? []).map(({ labels, value }) => [Object.values(labels).join(), value]),
  )
}

it('clicks and installs are anonymized at the start of a worker and hourly, and counted', async () => {
  const ctx = prepare()
  const { pool, prisma } = ctx.database
  const hash = Buffer.alloc(16)
  await pool.query(
    `INSERT INTO clicks (id, project_id, link_id, source, platform, ip_hash, user_agent)
     SELECT uuid7_floor(now() - interval '26 hours' + n * interval '1 ms'), gen_random_uuid(), 1, 'sdk', 'ios', $1, 'UA'
       FROM generate_series(1, 3) AS n`,
    [hash],
  )
  await pool.query(
    `INSERT INTO installs (project_id, install_id, platform, is_matched, fingerprint_hash, trace, decided_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 'ios', false, $1, '{"link": null, "match": {}}', now() - interval '31 days'`,
    [hash],
  )
  await pool.query(
    `INSERT INTO installs (project_id, install_id, platform, is_matched, is_test, decided_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 'ios', false, true, now() - interval '8 days'`,
  )
  await pool.query(
    `INSERT INTO events (id, project_id, type, payload, is_test)
     SELECT uuid7_floor(now() - interval '8 days'), gen_random_uuid(), 'install_attributed', '{}', true`,
  )
  await maintain(ctx, ANONYMIZE).stop()
  expect(await prisma.event.count()).toBe(0)
  expect(await prisma.click.count({ where: { ipHash: null, userAgent: null } })).toBe(3)
  expect(await prisma.install.findFirst()).toMatchObject({
    fingerprintHash: null,
    trace: { link: null },
  })
  const counts = { clicks: 3, match_traces: 1, fingerprints: 1, installs: 1, test_deliveries: 1 }
  expect(await metric(ctx, 'throughline_traces_forgotten_total')).toEqual(counts)
  expect(await runTask(ctx, ANONYMIZE)).toBe(HOUR_MS)
})

it('a failed run is logged and counted, and repeated within a minute', async () => {
  const ctx = prepare()
  const warnings: unknown[] = []
  ctx.logger.warn = (fields: unknown) => void warnings.push(fields)
  const away = harness.prepare()
  await away.close()
  expect(await runTask({ ...ctx, database: away.database }, ANONYMIZE)).toBe(60_000)
  expect(warnings).toMatchObject([{ task: 'forgetting_traces' }])
  const failures = await metric(ctx, 'throughline_maintenance_failures_total')
  expect(failures).toEqual({ forgetting_traces: 1 })
})

it('an erasure that was too large for its request is continued', async () => {
  const ctx = prepare()
  const { prisma } = ctx.database
  const { projectId } = await harness.addWebhook('https://receiver.test/')
  const link = await prisma.link.create({ data: { projectId, code: 'SPRING' } })
  const installId = randomUUID()
  await prisma.install.create({
    data: { projectId, installId, platform: 'ios', isMatched: false, linkId: link.id },
  })
  const id = await insertLinkErasure(prisma, { projectId, linkId: link.id })
  const task = maintain(ctx, LARGE_CALLS)
  const finished = async () =>
    (await prisma.erasure.findUnique({ where: { id } }))?.erasedAt !== null
  await waitFor(finished, { what: 'the erasure to be done' })
  await task.stop()
  expect(await prisma.install.findFirst({ where: { installId } })).toMatchObject({ erasureId: id })
})

it('an empty payload is never sent, even if its delivery is due', async () => {
  const receiver = await startTestReceiver({ respond: () => ({ status: 200 }) })
  open.push(receiver)
  const worker = await harness.start({ ca: [receiver.caPem] })
  const webhook = await harness.addWebhook(receiver.url())
  const deliveryId = await harness.deliver(worker, webhook, '')
  const faults = () => metric(worker.ctx, 'throughline_delivery_faults_total')
  await waitFor(async () => Object.keys(await faults()).length > 0, { what: 'the fault' })
  expect((await harness.read(webhook, deliveryId)).attempts).toEqual([])
  expect(receiver.requests).toEqual([])
})
