import { request, type IncomingMessage } from 'node:http'
import { formatAdminToken, generateAdminToken } from '@throughline/core/security/admin-token'
import type { Database } from '@throughline/db/connection/database'
import { insertAdminToken } from '@throughline/db/projects/admin-tokens'
import { quantile } from '../statistics.js'

export interface StreamsTarget {
  database: Database
  projectId: string
  projectKey: string
  port: number
  residentMb: () => Promise<number>
}

const STREAMS = 500
const STREAMS_OF_A_TOKEN = 5
const CLICKS = 200
const CLICK_EVERY_MS = 50
const SETTLE_MS = 3_000

/** Measures the memory of 500 open streams, and the time from a click's response to the last stream. */
export async function measureStreams(target: StreamsTarget) {
  const beforeMb = await target.residentMb()
  const reader = createReader()
  const streams: IncomingMessage[] = []
  for (let n = 0; n < STREAMS / STREAMS_OF_A_TOKEN; n += 1) {
    const token = await createToken(target)
    const opening = Array.from({ length: STREAMS_OF_A_TOKEN }, () => open(target, token))
    streams.push(...(await Promise.all(opening)))
  }
  for (const stream of streams) stream.on('data', reader.read)
  await wait(SETTLE_MS)
  const openMb = await target.residentMb()
  let mostMb = openMb
  for (let n = 0; n < CLICKS; n += 1) {
    reader.answered(await click(target))
    if (n % 10 === 0) mostMb = Math.max(mostMb, await target.residentMb())
    await wait(CLICK_EVERY_MS)
  }
  await wait(SETTLE_MS)
  for (const stream of streams) stream.destroy()
  const delaysMs = reader.delaysMs()
  return {
    streams: streams.length,
    clicks: CLICKS,
    beforeMb,
    openMb,
    mostMb,
    receivedByAll: delaysMs.length,
    delayP50Ms: quantile(delaysMs, 0.5),
    delayP99Ms: quantile(delaysMs, 0.99),
  }
}

/** Counts the streams that received the id of a click, with the time of the last one. */
function createReader() {
  const answeredAtMs = new Map<string, number>()
  const arrivals = new Map<string, { count: number; lastMs: number }>()
  const ID = /"id":"([0-9a-f-]{36})"/g
  return {
    answered: (id: string) => void answeredAtMs.set(id, performance.now()),
    read: (chunk: Buffer) => {
      for (const [, id = ''] of chunk.toString('latin1').matchAll(ID))
        arrivals.set(id, {
          count: (arrivals.get(id)?.count ?? 0) + 1,
          lastMs: performance.now(),
        })
    },
    delaysMs: () =>
      [...answeredAtMs].flatMap(([id, atMs]) => {
        const arrived = arrivals.get(id)
        return arrived?.count === STREAMS ? [arrived.lastMs - atMs] : []
      }),
  }
}

async function createToken({ database, projectId }: StreamsTarget): Promise<string> {
  const { secret, hash } = generateAdminToken()
  const token = { projectId, name: 'Bench', secretHash: hash }
  const { id } = await insertAdminToken(database.prisma, token)
  return formatAdminToken(id, secret)
}

function open({ port, projectKey }: StreamsTarget, token: string): Promise<IncomingMessage> {
  const headers = { 'x-project-key': projectKey, authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path: '/api/stream', headers, agent: false },
      (response) => {
        if (response.statusCode === 200) resolve(response)
        else reject(new Error(`A stream returned ${response.statusCode ?? 0}`))
      },
    )
    sent.on('error', reject).end()
  })
}

async function click({ port, projectKey }: StreamsTarget): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/links/L1/click`, {
    method: 'POST',
    headers: { 'x-project-key': projectKey, 'content-type': 'application/json' },
    body: '{}',
  })
  if (answer.status !== 201) throw new Error(`A click returned ${answer.status}`)
  return ((await answer.json()) as { click_id: string }).click_id
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
