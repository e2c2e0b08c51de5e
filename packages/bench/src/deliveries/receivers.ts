import { startChild } from '../child.js'
import type { Arrival, FromReceiver, ToReceiver } from './receiver-messages.js'

export interface Receivers {
  urls: string[]
  blackHoleUrl: string
  /** Resets the counter. Resolves with the time (monotonic ms) of the request number `count`. */
  expect(count: number, options?: { isRecording?: boolean }): Promise<{ reached: Promise<number> }>
  reached(count: number): Promise<number>
  count(): Promise<number>
  takeArrivals(): Promise<Arrival[]>
  stop: () => Promise<void>
}

export async function startReceivers(portCount: number): Promise<Receivers> {
  const child = startChild<FromReceiver, ToReceiver>('deliveries/receiver-main.ts', [
    String(portCount),
  ])
  const { ports, blackHolePort } = await child.next('ports')
  const urlOf = (port: number) => `http://127.0.0.1:${port}/hook`
  const whenReached = async () => (await child.next('reached', 600_000)).atMs
  return {
    urls: ports.map(urlOf),
    blackHoleUrl: urlOf(blackHolePort),
    expect: async (count, { isRecording = false } = {}) => {
      const ready = child.next('expecting')
      const reached = whenReached()
      reached.catch(() => undefined)
      child.send({ kind: 'expect', count, isRecording })
      await ready
      return { reached }
    },
    reached: (count) => {
      const reached = whenReached()
      child.send({ kind: 'notify', count })
      return reached
    },
    count: async () => {
      const asked = child.next('counted')
      child.send({ kind: 'count' })
      return (await asked).count
    },
    takeArrivals: async () => {
      const asked = child.next('arrivals')
      child.send({ kind: 'take-arrivals' })
      return (await asked).arrivals
    },
    stop: child.stop,
  }
}

export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
