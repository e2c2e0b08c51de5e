import type pg from 'pg'
import type { FromLoad, ToLoad } from '../../redirect/load-messages.js'
import { startChild } from '../../child.js'
import { postgresCpuMs, processCpuMs } from '../../process-cpu.js'
import { quantile } from '../../statistics.js'
import type { Server } from './installation.js'

export interface Sent {
  perSecond: number
  p50Ms: number
  p99Ms: number
  cpuMicros: number
  databaseCpuMicros: number
}

const LIMIT_MS = 600_000

export async function sendAll(
  { pid, port }: Server,
  requests: string[],
  { connections, pool }: { connections: number; pool: pg.Pool },
): Promise<Sent> {
  const load = startChild<FromLoad, ToLoad>('redirect/load-main.ts', [])
  try {
    const ready = load.next('ready')
    load.send({ kind: 'prepare', port, connections, requests })
    await ready
    const before = [await processCpuMs(pid), await postgresCpuMs(pool)] as const
    const done = load.next('done', LIMIT_MS)
    load.send({ kind: 'each' })
    const { answers, tookMs, waitsMs } = await done
    const after = [await processCpuMs(pid), await postgresCpuMs(pool)] as const
    if (answers['200'] !== requests.length) throw new Error(`answers: ${JSON.stringify(answers)}`)
    const each = (ms: number) => (ms * 1_000) / requests.length
    return {
      perSecond: (requests.length / tookMs) * 1_000,
      p50Ms: quantile(waitsMs, 0.5),
      p99Ms: quantile(waitsMs, 0.99),
      cpuMicros: each(after[0] - before[0]),
      databaseCpuMicros: each(after[1] - before[1]),
    }
  } finally {
    await load.stop()
  }
}
