import type { EventLoop } from './event-loop.js'

/** Cores that serve work in the order of its arrival. */
export interface Station {
  serve(micros: number, done: () => void): void
  /** Time that all cores together were busy, in µs. */
  busyMicros(): number
}

export function createStation(loop: EventLoop, cores: number): Station {
  const waiting = createFifo<{ micros: number; done: () => void }>()
  let free = cores
  let busy = 0
  const start = (micros: number, done: () => void) => {
    free -= 1
    busy += micros
    loop.after(micros, () => {
      free += 1
      const next = waiting.take()
      if (next !== undefined) start(next.micros, next.done)
      done()
    })
  }
  return {
    serve: (micros, done) => {
      if (free > 0) start(micros, done)
      else waiting.put({ micros, done })
    },
    busyMicros: () => busy,
  }
}

/** Places that are held for a while, such as attempts in flight. */
export interface Slots {
  acquire(run: (release: () => void) => void): void
}

export function createSlots(count: number): Slots {
  const waiting = createFifo<(release: () => void) => void>()
  let free = count
  const release = () => {
    const next = waiting.take()
    if (next === undefined) free += 1
    else next(release)
  }
  return {
    acquire: (run) => {
      if (free === 0) {
        waiting.put(run)
        return
      }
      free -= 1
      run(release)
    },
  }
}

export interface BatchSettings {
  maxRows: number
  /** The first row of a batch waits this long for others. */
  waitMicros: number
  /** @param micros the sum of the rows' costs */
  run: (micros: number, done: () => void) => void
}

/** One statement in flight; the next takes the rows that arrived meanwhile, as packages/db/src/batch does. */
export function createBatches(loop: EventLoop, { maxRows, waitMicros, run }: BatchSettings) {
  const rows: { micros: number; done: () => void }[] = []
  let isRunning = false
  let isWaiting = false
  const start = () => {
    isWaiting = false
    if (isRunning || rows.length === 0) return
    isRunning = true
    const batch = rows.splice(0, maxRows)
    const micros = batch.reduce((sum, row) => sum + row.micros, 0)
    run(micros, () => {
      isRunning = false
      schedule()
      for (const { done } of batch) done()
    })
  }
  const schedule = () => {
    if (isRunning || rows.length === 0) return
    if (waitMicros === 0 || rows.length >= maxRows) start()
    else if (!isWaiting) {
      isWaiting = true
      loop.after(waitMicros, start)
    }
  }
  return {
    add: (micros: number, done: () => void) => {
      rows.push({ micros, done })
      schedule()
    },
  }
}

/** A queue without the cost of `shift` on long arrays. */
function createFifo<Item>() {
  let items: Item[] = []
  let first = 0
  return {
    put: (item: Item) => void items.push(item),
    take: (): Item | undefined => {
      const item = items[first]
      if (item === undefined) return undefined
      first += 1
      if (first > 1_000 && first * 2 > items.length) {
        items = items.slice(first)
        first = 0
      }
      return item
    },
  }
}
