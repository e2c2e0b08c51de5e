import { startChild } from '../child.js'
import type { Arrival, FromReceiver, ToReceiver } from './receiver-messages.js'

export interface Receivers {
  /** Addresses of `/hook`, one for each port. */
  urls: string[]
  blackHoleUrl: string
  /** Counts anew; the promise resolves with the time (monotonic ms) at which `count` had come. */
  expect(count: number, options?: { isRecording?: boolean }): Promise<{ reached: Promise<number> }>
  /** Resolves when `count` have come since the last `expect`. */
  reached(count: number): Promise<number>
  /** How many have come since the last `expect`. */
  count(): Promise<number>
  takeArrivals(): Promise<Arrival[]>
  stop: () => Promise<void>
}

/** Receivers on `portCount` ports of loopback and a black hole, all in one process of their own. */
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

/** The clock of the receivers' times. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
