import { isDatabaseUnavailable } from '../connection/errors.js'

export interface BatcherOptions<Item, Result> {
  /**
   * Runs all items together and returns results in their order. Must be idempotent: after a throw, some may have been
   * written, and are run again.
   */
  run: (items: Item[]) => Promise<Result[]>
  maxItems?: number
  /** How long items wait for more while no statement is in flight, in milliseconds; 0 for not at all. */
  maxWaitMs?: number
  /** Ends the wait; `maxItems` by default. */
  targetBatchSize?: number
}

export interface Batcher<Item, Result> {
  /** Resolves when the statement that carried this item has committed. */
  add(item: Item): Promise<Result>
  /** Resolves when nothing waits and nothing is in flight. */
  drain(): Promise<void>
}

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Group commit: while one statement is in flight, items gather for the next. A rejected batch is retried in halves. */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): Batcher<Item, Result> {
  const { maxItems = 200, maxWaitMs = 0, targetBatchSize = maxItems } = options
  let queue: Waiting<Item, Result>[] = []
  let isRunning = false
  let waitTimer: NodeJS.Timeout | undefined
  const idle: (() => void)[] = []

  const add = (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (!isRunning) startSoon()
    })

  const startSoon = () => {
    if (maxWaitMs === 0 || queue.length >= targetBatchSize) void runNext()
    else waitTimer ??= setTimeout(() => void runNext(), maxWaitMs)
  }

  const runNext = async () => {
    clearTimeout(waitTimer)
    waitTimer = undefined
    if (isRunning) return
    isRunning = true
    const batch = queue.slice(0, maxItems)
    queue = queue.slice(batch.length)
    await processBatch(batch, options.run)
    isRunning = false
    if (queue.length > 0) startSoon()
    else for (const resolve of idle.splice(0)) resolve()
  }

  const drain = () =>
    new Promise<void>((resolve) => {
      if (!isRunning && queue.length === 0) resolve()
      else idle.push(resolve)
    })

  return { add, drain }
}

async function processBatch<Item, Result>(
  batch: Waiting<Item, Result>[],
  run: (items: Item[]) => Promise<Result[]>,
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item))
    if (results.length !== batch.length)
      throw new Error(`A batch of ${batch.length} items returned ${results.length} results`)
    results.forEach((result, index) => batch[index]?.resolve(result))
  } catch (error) {
    if (batch.length === 1 || isDatabaseUnavailable(error)) {
      for (const { reject } of batch) reject(error)
      return
    }
    const middle = Math.ceil(batch.length / 2)
    await processBatch(batch.slice(0, middle), run)
    await processBatch(batch.slice(middle), run)
  }
}
