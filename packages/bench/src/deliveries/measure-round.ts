import { processCpuMs } from '../process-cpu.js'
import { monotonicMs } from './receivers.js'
import type { Sender } from './senders.js'

export interface Round {
  perSecond: number
  /** CPU time of all sender processes, user and system, per delivery. */
  cpuMicros: number
}

export async function measureRound(sender: Sender, count: number): Promise<Round> {
  await sender.fill(count)
  const { done } = await sender.expect(count)
  const cpuBeforeMs = await totalCpuMs(sender)
  const startedMs = monotonicMs()
  await sender.queue.resume()
  const tookMs = (await done) - startedMs
  const cpuMs = (await totalCpuMs(sender)) - cpuBeforeMs
  await sender.queue.pause()
  return { perSecond: (count / tookMs) * 1_000, cpuMicros: (cpuMs * 1_000) / count }
}

async function totalCpuMs({ pids }: Sender): Promise<number> {
  const each = await Promise.all(pids.map(processCpuMs))
  return each.reduce((sum, ms) => sum + ms, 0)
}
