import { randomUUID } from 'node:crypto'

/**
 * A UUIDv7 for an attempt, from Node's own pool of random UUIDs: a twentieth of what the general one costs, which
 * every attempt would pay. Ids of the same millisecond are in no order.
 *
 * @param nowMs the database's time: the id decides in which partition the attempt is kept
 */
export function newAttemptId(nowMs: number): string {
  const time = Math.floor(nowMs).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
