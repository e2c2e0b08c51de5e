import { writeFile } from 'node:fs/promises'
import type { NewClick } from '@throughline/db/clicks/clicks'
import { insertClicksWithDeltas } from '@throughline/db/clicks/click-deltas'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import { readStatsDays } from '@throughline/db/links/stats'
import { addDays, dayBounds } from '@throughline/core/matching/time-zone'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { startInstallation } from '@throughline/testkit/installation'
import { describeMachine } from '../machine.js'
import { postgresCpuMs } from '../process-cpu.js'
import { quantile } from '../statistics.js'
import { compareCounting, countEveryHalfSecond } from './compare-counting.js'
import { fillClicks, insertOwner, type Owner } from './fill-clicks.js'
import { print } from '../print.js'

export interface ClicksOptions {
  rows: number[]
  count: number
  postgresDefaults?: boolean
  json?: string
}

const BATCH = 50
const COUNTING = { rounds: 5, secondsEach: 4 }

export async function runClicks(options: ClicksOptions): Promise<void> {
  const { postgresDefaults: hasDefaults = false } = options
  const installation = await startInstallation({
    hasDefaults,
    exitsOnSignal: true,
  })
  const database = openDatabase({ url: installation.postgres.url, poolMax: 2 })
  try {
    const machine = await describeMachine(database.pool)
    const owner = await insertOwner(database)
    const counting = await compareCounting(database.pool, {
      ...COUNTING,
      makeBatch: () => newClicks(owner),
    })
    print(
      `counted at once ${counting.atOnce.toFixed(1)} µs, from deltas ${counting.fromDeltas.toFixed(1)} µs of PostgreSQL for each click`,
    )
    await database.pool.query('TRUNCATE clicks, unique_visitors, link_clicks')
    const grown = []
    for (const rows of options.rows) {
      await fillClicks(database, { owner, rows, progress: print })
      await measureBatches(database, { owner, count: BATCH * 40 })
      const cost = await measureBatches(database, { owner, count: options.count })
      grown.push({ rows, ...cost })
      print(
        `${rows} clicks: ${cost.cpuMicros.toFixed(1)} µs of PostgreSQL and ${cost.wallMicros.toFixed(1)} µs of time for each`,
      )
    }
    const result = { machine, counting, grown, stats: await measureStats(database, owner) }
    print(JSON.stringify(result, null, 2))
    if (options.json !== undefined)
      await writeFile(options.json, `${JSON.stringify(result, null, 2)}\n`)
  } finally {
    await database.close()
    await installation.close()
  }
}

interface Measured {
  owner: Owner
  count: number
}

async function measureBatches({ pool }: Database, { owner, count }: Measured) {
  const cpuBeforeMs = await postgresCpuMs(pool)
  const startedMs = performance.now()
  const stopCounting = countEveryHalfSecond(pool)
  for (let done = 0; done < count; done += BATCH)
    await insertClicksWithDeltas({ pool }, newClicks(owner))
  const wallMicros = ((performance.now() - startedMs) * 1_000) / count
  await stopCounting()
  return { cpuMicros: (((await postgresCpuMs(pool)) - cpuBeforeMs) * 1_000) / count, wallMicros }
}

const AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

let made = 0

function newClicks(owner: Owner): NewClick[] {
  return Array.from({ length: BATCH }, () => buildClick(owner, made++ % VISITORS))
}

const VISITORS = 20_000

function buildClick({ projectId, campaignId, linkIds }: Owner, index: number): NewClick {
  const hash = Buffer.alloc(16)
  hash.writeUInt32BE(index)
  return {
    id: newUuidV7(),
    projectId,
    linkId: linkIds[index % linkIds.length] ?? 0,
    campaignId,
    source: 'link_host',
    platform: 'android',
    osVersion: '14',
    deviceModel: 'Pixel 8',
    ipPrefixHash: hash.subarray(0, 8),
    visitorHash: hash,
    userAgent: AGENT,
    referer: null,
    country: 'DE',
    params: { gclid: `Cj0KCQiA${index}`, utm_medium: 'cpc' },
    fbclidCapturedAt: null,
    uncountedReason: null,
  }
}

const LOOKS = 200

async function measureStats(database: Database, owner: Owner) {
  const subject = { kind: 'campaign', projectId: owner.projectId, id: owner.campaignId } as const
  const today = new Date().toISOString().slice(0, 10)
  const bounds = dayBounds('UTC', addDays(today, -89), today)
  const waitsMs: number[] = []
  for (let look = 0; look < LOOKS; look += 1) {
    const startedMs = performance.now()
    await readStatsDays(database.prisma, subject, bounds)
    waitsMs.push(performance.now() - startedMs)
  }
  return { p50Ms: quantile(waitsMs, 0.5), p99Ms: quantile(waitsMs, 0.99) }
}
