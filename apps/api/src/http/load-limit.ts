import type { ServerResponse } from 'node:http'
import type { Arrival } from './arrival.js'

export interface LoadLimit<T extends Arrival> {
  /** Starts a request, queues it, or rejects it immediately. A started request must be released once. */
  offer: (arrival: T) => void
  isBusy: () => boolean
  release: (arrival: T) => void
  /** Ends a request when its response is complete or its connection closes. */
  releaseWhenAnswered: (arrival: T) => void
}

export interface LoadLimitOptions<T extends Arrival> {
  max: number
  start: (arrival: T) => void
  reject: (arrival: T) => void
}

/** How long a request may wait for a place of a client that exceeds its share. */
const WAIT_MS = 1_000

/**
 * Rejects requests while `max` are in progress, because all would be answered too late. With all places taken, a client
 * below its share of a quarter waits up to a second, if another exceeds its share.
 */
export function createLoadLimit<T extends Arrival>(options: LoadLimitOptions<T>): LoadLimit<T> {
  const { max, start, reject } = options
  const share = Math.max(1, Math.floor(max / 4))
  const byClient = new Map<string, number>()
  const waiting = new Map<T, NodeJS.Timeout>()
  const waitingByClient = new Map<string, number>()
  let inWork = 0
  let clientsOverShare = 0

  const begin = (arrival: T) => {
    inWork += 1
    if (arrival.client !== null && addTo(byClient, arrival.client, 1) === share + 1)
      clientsOverShare += 1
    start(arrival)
  }
  const release = (arrival: T) => {
    inWork -= 1
    if (arrival.client !== null && addTo(byClient, arrival.client, -1) === share)
      clientsOverShare -= 1
    if (waiting.size > 0) beginNext()
  }
  const beginNext = () => {
    for (const [arrival, timer] of waiting) {
      if (inWork >= max) return
      clearTimeout(timer)
      endWait(arrival)
      if (!arrival.request.socket.destroyed) begin(arrival)
    }
  }
  // Waiting requests count, so the client stays within its share once they have started.
  const mayWait = ({ client }: T) =>
    clientsOverShare > 0 &&
    waiting.size < max &&
    client !== null &&
    (byClient.get(client) ?? 0) + (waitingByClient.get(client) ?? 0) < share
  const wait = (arrival: T) => {
    const timer = setTimeout(() => {
      endWait(arrival)
      reject(arrival)
    }, WAIT_MS)
    waiting.set(arrival, timer)
    if (arrival.client !== null) addTo(waitingByClient, arrival.client, 1)
  }
  const endWait = (arrival: T) => {
    waiting.delete(arrival)
    if (arrival.client !== null) addTo(waitingByClient, arrival.client, -1)
  }
  return {
    offer(arrival) {
      if (inWork < max) begin(arrival)
      else if (mayWait(arrival)) wait(arrival)
      else reject(arrival)
    },
    isBusy: () => inWork * 8 >= max,
    release,
    releaseWhenAnswered: (arrival) => onceAnswered(arrival.response, () => release(arrival)),
  }
}

function addTo(counts: Map<string, number>, key: string, change: 1 | -1): number {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
  return count
}

const RELEASE = Symbol('release')
type Counted = ServerResponse & { [RELEASE]?: () => void }

/** Stops counting a request before its response ends, because a stream only waits. */
export function releasePlace(response: ServerResponse): void {
  ;(response as Counted)[RELEASE]?.()
}

/**
 * Calls back when the response ends or its connection closes. Node's `finish` is too late: it waits for the client to
 * read.
 */
function onceAnswered(response: ServerResponse, listener: () => void): void {
  let isOver = false
  const listenOnce = () => {
    if (isOver) return
    isOver = true
    listener()
  }
  ;(response as Counted)[RELEASE] = listenOnce
  response.once('close', listenOnce)
  // Covers all overloads; arguments and result are passed through.
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
  response.end = (...args: unknown[]) => {
    listenOnce()
    return end(...args)
  }
}
