/** Discrete events in the order of their times; events of one time in the order in which they were added. */
export interface EventLoop {
  /** Microseconds since the start. */
  now(): number
  after(micros: number, run: () => void): void
  /** Runs all events up to this time. */
  runUntil(micros: number): void
}

interface Scheduled {
  at: number
  order: number
  run: () => void
}

export function createEventLoop(): EventLoop {
  const heap: Scheduled[] = []
  let now = 0
  let order = 0
  return {
    now: () => now,
    after: (micros, run) => {
      order += 1
      push(heap, { at: now + micros, order, run })
    },
    runUntil: (end) => {
      for (let next = heap[0]; next !== undefined && next.at <= end; next = heap[0]) {
        pop(heap)
        now = next.at
        next.run()
      }
    },
  }
}

function isBefore(one: Scheduled, other: Scheduled): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order)
}

function push(heap: Scheduled[], added: Scheduled): void {
  let place = heap.push(added) - 1
  while (place > 0) {
    const above = (place - 1) >> 1
    const parent = heap[above]
    if (parent === undefined || isBefore(parent, added)) break
    heap[place] = parent
    place = above
  }
  heap[place] = added
}

function pop(heap: Scheduled[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let place = 0
  for (;;) {
    const child = smallerChild(heap, place)
    const below = heap[child]
    if (below === undefined || isBefore(last, below)) break
    heap[place] = below
    place = child
  }
  heap[place] = last
}

function smallerChild(heap: Scheduled[], place: number): number {
  const left = 2 * place + 1
  const [one, other] = [heap[left], heap[left + 1]]
  return one !== undefined && other !== undefined && isBefore(other, one) ? left + 1 : left
}
