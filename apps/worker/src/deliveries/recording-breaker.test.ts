import { beforeEach, describe, expect, it } from '@jest/globals'
import type { RecordOutcome } from '@throughline/db/deliveries/record-results'
import { createRecordingBreaker, type RecordingBreaker } from './recording-breaker.js'

const RECORDED: RecordOutcome = { kind: 'recorded', state: 'succeeded', waitMs: null }
const AWAY = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
const REFUSED = Object.assign(new Error('permission denied'), { code: '42501' })

let nowMs: number
let told: string[]
let breaker: RecordingBreaker
beforeEach(() => {
  nowMs = 50_000
  told = []
  breaker = newBreaker()
})

function newBreaker(slowAfterMs?: number): RecordingBreaker {
  const warn = (...words: unknown[]) => void told.push(String(words.at(-1)))
  return createRecordingBreaker({
    logger: { warn },
    nowMs: () => nowMs,
    ...(slowAfterMs === undefined ? {} : { slowAfterMs }),
  })
}

const succeed = () => breaker.watch(() => Promise.resolve([RECORDED]))
const fail = (error: Error) =>
  breaker.watch(() => Promise.reject(error)).catch((thrown: unknown) => thrown)

describe('the breaker', () => {
  it('opens when a result cannot be recorded, closes when one is, and logs each once', async () => {
    expect(breaker.isOpen()).toBe(false)
    expect(await fail(AWAY)).toBe(AWAY)
    await fail(AWAY)
    expect(breaker.isOpen()).toBe(true)
    expect(await succeed()).toEqual([RECORDED])
    await succeed()
    expect(breaker.isOpen()).toBe(false)
    expect(told).toEqual([
      expect.stringContaining('cannot be recorded'),
      expect.stringContaining('recorded again'),
    ])
  })

  it('is open while a statement takes too long', async () => {
    breaker = newBreaker(1)
    let end: (outcomes: RecordOutcome[]) => void = () => undefined
    const slow = breaker.watch(() => new Promise((resolve) => (end = resolve)))
    while (!breaker.isOpen()) await new Promise((resolve) => setTimeout(resolve, 1))
    end([RECORDED])
    await slow
    expect(breaker.isOpen()).toBe(false)
  })

  it('ignores results that arrive too late', async () => {
    await fail(AWAY)
    await breaker.watch(() => Promise.resolve([{ kind: 'leaseLost' }]))
    expect(breaker.isOpen()).toBe(true)
  })

  it('stays closed when one row is rejected among others that are recorded', async () => {
    await succeed()
    nowMs += 1_000
    await fail(REFUSED)
    expect(breaker.isOpen()).toBe(false)
    nowMs += 1
    await fail(REFUSED)
    expect(breaker.isOpen()).toBe(true)
  })

  it('releases waiting jobs when it closes, and otherwise when their time is over', async () => {
    await fail(AWAY)
    const [long, short] = [breaker.untilClosed(60_000), breaker.untilClosed(1)]
    await short
    await succeed()
    await long
    expect(breaker.isOpen()).toBe(false)
  })
})

describe('a probe', () => {
  /** Tries every 50 ms to start a probe, and returns when each one started. */
  const probesWithin = (limitMs: number, wasSent: boolean) => {
    const begun: number[] = []
    for (let ms = 0; ms <= limitMs; ms += 50, nowMs += 50) {
      if (!breaker.beginProbe()) continue
      begun.push(ms)
      breaker.endProbe(wasSent)
    }
    return begun
  }

  it('is sent after a second, then at longer intervals, at most 30 s', async () => {
    await fail(AWAY)
    expect(probesWithin(95_000, true)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 62_000, 92_000,
    ])
  })

  it('does not wait for the previous one', async () => {
    await fail(AWAY)
    nowMs += 1_000
    expect([breaker.beginProbe(), breaker.beginProbe()]).toEqual([true, false])
    nowMs += 1_000
    expect(breaker.beginProbe()).toBe(true)
  })

  it('is followed by another if it was never sent, for as long as needed', async () => {
    await fail(AWAY)
    const begun = probesWithin(60_000, false)
    expect(begun.slice(0, 3)).toEqual([1_000, 1_100, 1_200])
    expect(begun.at(-1)).toBe(60_000)
    expect(probesWithin(3_000, true).slice(0, 2)).toEqual([50, 1_050])
  })

  it('starts again at a second with the next error', async () => {
    await fail(AWAY)
    probesWithin(95_000, true)
    await succeed()
    await fail(AWAY)
    expect(probesWithin(3_000, true)).toEqual([1_000, 2_000])
  })
})
