import { describe, expect, it } from '@jest/globals'
import { paceLookups, type Pace, type PaceClock } from './paced-lookups.js'

const PACE: Pace = { everyMs: 3_000, pauseMs: 60_000, maxWaiting: 30 }

/** A clock that advances only when the code waits, and the started lookups with their times. */
function prepare(answer: (name: string) => Promise<string | null>, pace = PACE) {
  let nowMs = 1_000_000
  const began: [name: string, atMs: number][] = []
  const clock: PaceClock = {
    nowMs: () => nowMs,
    wait: (ms) => {
      nowMs += ms
      return Promise.resolve()
    },
  }
  const ask = (name: string) => {
    began.push([name, nowMs - 1_000_000])
    return answer(name)
  }
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { began, pass, store: paceLookups(ask, pace, clock) }
}

const names = (count: number) => Array.from({ length: count }, (_, n) => `app${n}`)

describe('lookups', () => {
  it('start one after the other, twenty a minute', async () => {
    const { began, store } = prepare((name) => Promise.resolve(`id of ${name}`))
    const answers = await Promise.all(names(25).map((name) => store.lookup(name)))
    expect(answers).toEqual(names(25).map((name) => `id of ${name}`))
    expect(began).toEqual(names(25).map((name, n) => [name, n * 3_000]))
  })

  it('share a request per name until its response', async () => {
    const { began, store } = prepare(() => Promise.resolve(null))
    const same = [store.lookup('a'), store.lookup('b'), store.lookup('a'), store.lookup('b')]
    expect(await Promise.all(same)).toEqual([null, null, null, null])
    expect(began.map(([name]) => name)).toEqual(['a', 'b'])
    await store.lookup('a')
    expect(began).toHaveLength(3)
  })

  it('are rejected when too many wait', async () => {
    const { began, store } = prepare(() => Promise.resolve('1'), { ...PACE, maxWaiting: 2 })
    const answers = await Promise.all(names(4).map((name) => store.lookup(name)))
    expect(answers).toEqual(['1', '1', undefined, undefined])
    expect(began).toHaveLength(2)
    expect(await store.lookup('later')).toBe('1')
  })

  it('pause after a failure, including waiting lookups', async () => {
    const { began, pass, store } = prepare((name) =>
      name === 'bad' ? Promise.reject(new Error('away')) : Promise.resolve('1'),
    )
    const failing = store.lookup('bad')
    const waiting = store.lookup('waiting')
    await expect(failing).rejects.toThrow('away')
    expect(await waiting).toBeUndefined()
    pass(50_000)
    expect(await store.lookup('soon')).toBeUndefined()
    expect(began).toHaveLength(1)
    pass(10_001)
    expect(await store.lookup('later')).toBe('1')
  })

  it('end with the process: a running one is aborted, waiting ones are dropped', async () => {
    const signals: AbortSignal[] = []
    const store = paceLookups((_name, stopping) => {
      signals.push(stopping)
      return new Promise((_resolve, reject) => {
        stopping.addEventListener('abort', () => reject(new Error('broken off')))
      })
    }, PACE)
    const answers = names(3).map((name) => store.lookup(name))
    await Promise.resolve()
    await store.close()
    expect(await Promise.all(answers)).toEqual([undefined, undefined, undefined])
    expect(signals.length).toBeLessThanOrEqual(1)
    expect(await store.lookup('late')).toBeUndefined()
  })
})
