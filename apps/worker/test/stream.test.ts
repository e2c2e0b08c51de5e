import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  parseStreamNotice,
  sendStreamNotice,
  STREAM_CHANNEL,
  watchNotices,
  type StreamNotice,
} from '@throughline/db/stream/stream-notices'
import { startTestReceiver, type TestReceiver } from '@throughline/testkit/receiver'
import { waitFor } from '@throughline/testkit/wait-for'
import pg from 'pg'
import { createHarness, type Harness, type TestWorker } from './harness.js'

let harness: Harness
let receiver: TestReceiver
let worker: TestWorker
let client: pg.Client
const heard: StreamNotice[] = []
beforeAll(async () => {
  harness = await createHarness()
  receiver = await startTestReceiver()
  worker = await harness.start({ ca: [receiver.caPem] })
  client = new pg.Client({ connectionString: harness.url })
  await client.connect()
  client.on('notification', ({ payload }) => {
    const notice = parseStreamNotice(payload)
    if (notice !== null) heard.push(notice)
  })
  await client.query(`LISTEN ${STREAM_CHANNEL}`)
})
afterAll(async () => {
  await client.end()
  await harness.stopWorkers()
  await receiver.close()
  await harness.drop()
})

it('sends notifications of attempts in a watched project, and of no others', async () => {
  const unwatched = await harness.addWebhook(receiver.url())
  const watched = await harness.addWebhook(receiver.url())
  const deliverTo = async (webhook: typeof watched) => {
    const id = await harness.deliver(worker, webhook)
    await harness.waitForState(webhook, id, 'succeeded')
    return id
  }
  await deliverTo(unwatched)
  // The notification reaches a worker some milliseconds later; the stream's process repeats it.
  const watching = setInterval(() => {
    for (const notice of watchNotices([watched.projectId]))
      void sendStreamNotice(harness.database.prisma, notice)
  }, 50)
  const ids: string[] = []
  const news = await waitFor(
    async () => {
      await deliverTo(unwatched)
      ids.push(await deliverTo(watched))
      return heard.flatMap((notice) => (notice.kind === 'news' ? [...notice.projects] : []))[0]
    },
    { what: 'news of an attempt', everyMs: 100 },
  ).finally(() => clearInterval(watching))
  const [projectId, { attempt }] = news
  expect(projectId).toBe(watched.projectId)
  expect(attempt?.ids.length).toBe(attempt?.count)
  expect(ids).toEqual(expect.arrayContaining(attempt?.ids ?? []))
}, 30_000)
