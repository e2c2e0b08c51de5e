import { pinToCore } from '@throughline/testkit/installation/service'
import { startChild, type Child } from '../child.js'
import { processCpuMs } from '../process-cpu.js'
import { quantile } from '../statistics.js'
import type { FromLoad, LoadSettings, ToLoad } from './load-messages.js'
import { LOAD_CORE } from './installation.js'

export interface Target {
  pid: number
  /** CPU time of all PostgreSQL processes, if the server uses one. */
  databaseCpuMs?: () => Promise<number>
  load: Child<FromLoad, ToLoad>
  status: string
}

export interface Round {
  perSecond: number
  answers: number
  cpuMicros: number
  databaseCpuMicros: number | null
}

export async function startLoad(settings: LoadSettings): Promise<Child<FromLoad, ToLoad>> {
  const load = startChild<FromLoad, ToLoad>('redirect/load-main.ts', [])
  const ready = load.next('ready')
  load.send({ kind: 'prepare', ...settings })
  await ready
  await pinToCore(load.pid, LOAD_CORE)
  return load
}

/** Closed loop on every connection. @throws Error if a response has another status */
export async function flood(target: Target, seconds: number): Promise<Round> {
  const databaseCpuMs = target.databaseCpuMs ?? (() => Promise.resolve(null))
  const before = [await processCpuMs(target.pid), await databaseCpuMs()] as const
  const { answers, tookMs } = await drive(target, { kind: 'flood', seconds })
  const after = [await processCpuMs(target.pid), await databaseCpuMs()] as const
  const each = (ms: number) => (ms * 1_000) / answers
  return {
    perSecond: (answers / tookMs) * 1_000,
    answers,
    cpuMicros: each(after[0] - before[0]),
    databaseCpuMicros: before[1] === null || after[1] === null ? null : each(after[1] - before[1]),
  }
}

/** Open loop at a steady rate. Returns milliseconds from when each request was due to its response. */
export async function pace(
  target: Target,
  settings: { perSecond: number; seconds: number },
): Promise<{ p50Ms: number; p99Ms: number }> {
  const { waitsMs } = await drive(target, { kind: 'pace', ...settings })
  return { p50Ms: quantile(waitsMs, 0.5), p99Ms: quantile(waitsMs, 0.99) }
}

async function drive({ load, status }: Target, order: Extract<ToLoad, { seconds: number }>) {
  const done = load.next('done', (order.seconds + 60) * 1_000)
  load.send(order)
  const { answers, tookMs, waitsMs } = await done
  const others = Object.entries(answers).filter(([name, count]) => name !== status && count > 0)
  if (others.length > 0)
    throw new Error(
      `answers that are not ${status}: ${others.map((each) => each.join(': ')).join(', ')}`,
    )
  return { answers: answers[status] ?? 0, tookMs, waitsMs }
}
