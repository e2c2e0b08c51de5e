import { describe, expect, it } from '@jest/globals'
import { createRandom, type Random } from '@throughline/testkit/seeded-random'
import { countOverlapping, runLanes, type Fault, type LanesOptions } from './lanes.js'

const options = {
  lanes: 2,
  random: createRandom(7),
  calmMs: [0, 2],
  say: () => undefined,
} satisfies Partial<LanesOptions>

/** Resolves after the given number of calls. */
function meeting(count: number): () => Promise<void> {
  let left = count
  let onAll: () => void = () => undefined
  const all = new Promise<void>((resolve) => {
    onAll = resolve
  })
  return () => {
    left -= 1
    if (left === 0) onAll()
    return all
  }
}

describe('lanes', () => {
  it('have faults of different targets at the same time', async () => {
    const meet = meeting(2)
    let made = 0
    // Each begins before the other ends.
    const draw = (): Fault => ({ name: 'meets', target: String((made += 1)), run: meet })
    const done = await runLanes({ ...options, forMs: 5, draw })
    expect(countOverlapping(done)).toBeGreaterThanOrEqual(2)
  })

  it('never have two faults of one target at the same time', async () => {
    let now = 0
    let most = 0
    const run = async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
    }
    const draw = (): Fault => ({ name: 'one', target: 'a', run })
    await runLanes({ ...options, calmMs: [0, 0], forMs: 100, draw })
    expect(most).toBe(1)
  })

  it('inject no fault into a target during its pause', async () => {
    const draw = (): Fault => ({
      name: 'once',
      target: 'a',
      restMs: 60_000,
      run: () => Promise.resolve(),
    })
    expect(await runLanes({ ...options, forMs: 50, draw })).toHaveLength(1)
  })

  it('draw the same faults for the same seed, whatever the other lane does', async () => {
    const drawn = async (lanes: number) => {
      const all: number[] = []
      const draw = (random: Random): Fault => {
        const number = random.integer(0, 1e9)
        all.push(number)
        return { name: '', target: String(number), run: () => Promise.resolve() }
      }
      await runLanes({ ...options, lanes, forMs: 20, draw })
      return all
    }
    // Their number depends on the clock; the first one always exists.
    const [first] = await drawn(1)
    expect(await drawn(2)).toContain(first)
  })

  it('reject with the error of one of them', async () => {
    const draw = (): Fault => ({
      name: 'breaks',
      target: 'a',
      run: () => Promise.reject(new Error('it did not come back')),
    })
    await expect(runLanes({ ...options, forMs: 60_000, draw })).rejects.toThrow('did not come back')
  })
})

describe('overlapping faults', () => {
  const at = (lane: number, fromMs: number, toMs: number) => ({ lane, fromMs, toMs })

  it('are faults of two lanes that share a moment', () => {
    expect(countOverlapping([at(0, 0, 10), at(1, 9, 20), at(0, 30, 40)])).toBe(2)
  })

  it('are not consecutive faults', () => {
    expect(countOverlapping([at(0, 0, 10), at(1, 10, 20), at(0, 20, 30)])).toBe(0)
  })
})
