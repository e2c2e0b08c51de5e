import type { Socket } from 'node:net'
import type { Random } from '../seeded-random.js'
import { drawCut, type Direction, type FaultState } from './faults.js'

export type Lane = {
  readonly update: () => void
  /** Draws after how many bytes from now on the connection ends. */
  readonly armCut: () => void
  readonly hurry: () => void
  /** Whether data or the end was lost, so that the stream cannot continue. */
  readonly hasLost: () => boolean
  readonly stop: () => void
}

export type LaneOptions = {
  readonly from: Socket
  readonly to: Socket
  readonly direction: Direction
  readonly faults: FaultState
  readonly random: Random
  /** False if the other side is closed and all data is lost. */
  readonly hasFarSide: () => boolean
  readonly onLost: () => void
  readonly onCut: () => void
}

type Parcel = { readonly chunk: Buffer | 'end'; dueMs: number }

/** Maximum bytes in transit in one direction; the sender waits beyond it. */
const MAX_QUEUED_BYTES = 4 * 1024 * 1024

export function createLane(options: LaneOptions): Lane {
  const { from, to, faults, random } = options
  const queue: Parcel[] = []
  let queuedBytes = 0
  let lastDueMs = 0
  let untilCut = drawCut(faults, options.direction, random)
  let hasLost = false
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  const isLosing = () => faults.isBlackhole || !options.hasFarSide()
  const lose = () => {
    queue.length = 0
    queuedBytes = 0
    hasLost = true
    options.onLost()
  }
  const take = (chunk: Buffer | 'end') => {
    if (isOver) return
    if (isLosing()) {
      lose()
      return
    }
    const lateMs = faults.latencyMs + (faults.jitterMs > 0 ? random.next() * faults.jitterMs : 0)
    lastDueMs = Math.max(lastDueMs, performance.now() + lateMs)
    queue.push({ chunk, dueMs: lastDueMs })
    queuedBytes += chunk.length
    pump()
  }
  const pump = () => {
    clearTimeout(timer)
    if (isOver) return
    if (queue.length > 0 && isLosing()) lose()
    while (canSend()) send(queue.shift())
    const [first] = queue
    // A thaw and the socket call by themselves.
    const isBlocked = faults.isFrozen || to.writableNeedDrain
    // It may have become due since the last check.
    if (first !== undefined && !isBlocked)
      timer = setTimeout(pump, Math.max(0, Math.ceil(first.dueMs - performance.now())))
    const mustWait = isBlocked || queuedBytes > MAX_QUEUED_BYTES
    if (mustWait && !isLosing()) from.pause()
    else from.resume()
  }
  const canSend = () => {
    const [first] = queue
    if (first === undefined || isOver || faults.isFrozen || to.writableNeedDrain) return false
    return first.dueMs <= performance.now()
  }
  const send = (parcel: Parcel | undefined) => {
    if (parcel === undefined) return
    queuedBytes -= parcel.chunk.length
    if (parcel.chunk === 'end') to.end()
    else sendBytes(parcel.chunk)
  }
  const sendBytes = (chunk: Buffer) => {
    if (chunk.length < untilCut) {
      untilCut -= chunk.length
      to.write(chunk)
      return
    }
    isOver = true
    to.write(chunk.subarray(0, untilCut), options.onCut)
  }

  from.on('data', take)
  from.on('end', () => take('end'))
  to.on('drain', pump)
  return {
    update: pump,
    armCut: () => {
      untilCut = drawCut(faults, options.direction, random)
    },
    hurry: () => {
      lastDueMs = 0
      for (const parcel of queue) parcel.dueMs = 0
      pump()
    },
    hasLost: () => hasLost,
    stop: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}
