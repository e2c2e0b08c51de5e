import { describe, expect, it } from '@jest/globals'
import { createBatcher } from './batcher.js'

/** A batcher whose statements wait until the test releases them. */
function heldBatcher(maxItems?: number) {
  const statements: { items: number[]; commit: () => void }[] = []
  const batcher = createBatcher<number, number>({
    run: (items) =>
      new Promise((resolve) =>
        statements.push({ items, commit: () => resolve(items.map((item) => item * 10)) }),
      ),
    ...(maxItems === undefined ? {} : { maxItems }),
  })
  const sizes = () => statements.map(({ items }) => items.length)
  return { batcher, statements, sizes, commit: (n: number) => statements[n]?.commit() }
}

const settled = (work: Promise<unknown>) =>
  Promise.race([work.then(() => true), new Promise((resolve) => setImmediate(resolve, false))])

/** A statement that rejects `bad` numbers, and records its inputs. */
function refusing(bad: number[], error = new Error('refused')) {
  const asked: number[][] = []
  const batcher = createBatcher<number, number>({
    maxWaitMs: 1,
    run: (items) => {
      asked.push(items)
      const isRefused = items.some((item) => bad.includes(item))
      return isRefused ? Promise.reject(error) : Promise.resolve(items)
    },
  })
  const add = (items: number[]) => Promise.allSettled(items.map((item) => batcher.add(item)))
  return { batcher, asked, add }
}

describe('a batcher', () => {
  it('has one statement in flight; items that arrive meanwhile share the next', async () => {
    const { batcher, statements, commit } = heldBatcher()
    const first = batcher.add(1)
    const others = [2, 3, 4].map((item) => batcher.add(item))
    expect(statements.map(({ items }) => items)).toEqual([[1]])
    commit(0)
    expect(await first).toBe(10)
    expect(await settled(Promise.all(others))).toBe(false)
    expect(statements.map(({ items }) => items)).toEqual([[1], [2, 3, 4]])
    commit(1)
    expect(await Promise.all(others)).toEqual([20, 30, 40])
  })

  it('starts when the batch is filled or the wait is over', async () => {
    const sizes: number[] = []
    const batcher = createBatcher<number, number>({
      maxWaitMs: 50,
      targetBatchSize: 3,
      run: (items) => {
        sizes.push(items.length)
        return Promise.resolve(items)
      },
    })
    const startedMs = performance.now()
    await Promise.all([1, 2, 3].map((item) => batcher.add(item)))
    expect(performance.now() - startedMs).toBeLessThan(40)
    await Promise.all([4, 5].map((item) => batcher.add(item)))
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(49)
    expect(sizes).toEqual([3, 2])
  })

  it('puts at most its limit in one statement, in the order of arrival', async () => {
    const { batcher, statements, sizes, commit } = heldBatcher(3)
    const all = Promise.all([1, 2, 3, 4, 5, 6, 7].map((item) => batcher.add(item)))
    for (let n = 0; n < 3; n += 1) {
      commit(n)
      await settled(all)
    }
    expect(sizes()).toEqual([1, 3, 3])
    expect(statements.flatMap(({ items }) => items)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(await all).toEqual([10, 20, 30, 40, 50, 60, 70])
  })

  it('waits for more items only until the batch is full', async () => {
    const asked: number[][] = []
    const run = (items: number[]) => {
      asked.push(items)
      return Promise.resolve(items)
    }
    const batcher = createBatcher({ run, maxWaitMs: 5, maxItems: 2 })
    await Promise.all([batcher.add(1), batcher.add(2), batcher.add(3)])
    await batcher.add(4)
    expect(asked).toEqual([[1, 2], [3], [4]])
  })

  it('halves a rejected batch, so that only the bad items fail', async () => {
    const { add, asked } = refusing([3, 6])
    const outcomes = await add([1, 2, 3, 4, 5, 6, 7, 8])
    const failed = outcomes.flatMap(({ status }, index) =>
      status === 'rejected' ? [index + 1] : [],
    )
    expect(failed).toEqual([3, 6])
    expect(asked.flat().filter((item) => item === 1)).toHaveLength(3)
    const ones = asked.filter((items) => items.length === 1).flat()
    expect(ones).toEqual([3, 4, 5, 6])
  })

  it('fails the whole batch without halving when the database is unavailable', async () => {
    const { add, asked } = refusing([1], Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))
    const outcomes = await add([1, 2, 3])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(asked).toEqual([[1, 2, 3]])
  })

  it('continues after a failure', async () => {
    const { add } = refusing([1])
    await add([1])
    expect(await add([2])).toEqual([{ status: 'fulfilled', value: 2 }])
  })

  it('is drained when nothing waits and nothing is in flight', async () => {
    const { batcher, commit } = heldBatcher()
    expect(await settled(batcher.drain())).toBe(true)
    const items = [batcher.add(1), batcher.add(2)]
    const drained = batcher.drain()
    commit(0)
    expect(await settled(drained)).toBe(false)
    commit(1)
    await drained
    expect(await Promise.all(items)).toEqual([10, 20])
  })

  it('is drained after items that still wait for more', async () => {
    const { batcher, asked } = refusing([])
    const item = batcher.add(1)
    await batcher.drain()
    expect(asked).toEqual([[1]])
    expect(await item).toBe(1)
  })
})
