import type { ServerResponse } from 'node:http'
import type { Arrival } from './arrival.js'

/** How many requests are in work at a time. */
export interface LoadLimit<T extends Arrival> {
  /** Starts a request, has it wait, or rejects it immediately. One that was started has to leave, once. */
  offer: (arrival: T) => void
  /** Whether an eighth of the places or more is taken. With less, rejecting a request would relieve nobody. */
  isBusy: () => boolean
  /** The work for one request is over. */
  leave: (arrival: T) => void
  /** It will be when the answer is made, or nobody is there any more to read it. */
  leaveWhenAnswered: (arrival: T) => void
}

export interface LoadLimitOptions<T extends Arrival> {
  max: number
  start: (arrival: T) => void
  reject: (arrival: T) => void
}

/** How long a request may wait for the place of a client that has more than its share. */
const WAIT_MS = 1_000

/**
 * Rejects requests while `max` are in work. A process that takes more than it can do answers all of them too late; a
 * caller who is rejected can try again. A client may have more than a quarter in work only while no other waits: when
 * all places are taken and some client has more, a request of a client that has less waits up to a second for the next
 * one. Where all have less, nobody is to blame and nobody waits.
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
  const leave = (arrival: T) => {
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
  // With those that wait it has no more than its share, so it is not over it when they have their places.
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
    leave,
    leaveWhenAnswered: (arrival) => onceAnswered(arrival.response, () => leave(arrival)),
  }
}

/** @returns the new count; keys without any are not kept */
function addTo(counts: Map<string, number>, key: string, change: 1 | -1): number {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
  return count
}

/**
 * Tells when an answer was ended, which is when its work is over, or its connection closed. No event tells of the end:
 * they wait until the caller has read it, and all that it has asked for before, and a caller who reads nothing would
 * keep his places.
 */
function onceAnswered(response: ServerResponse, listener: () => void): void {
  let isOver = false
  const listenOnce = () => {
    if (isOver) return
    isOver = true
    listener()
  }
  response.once('close', listenOnce)
  // All its overloads at once; what goes in and comes out stays as it is.
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
  response.end = (...args: unknown[]) => {
    listenOnce()
    return end(...args)
  }
}
