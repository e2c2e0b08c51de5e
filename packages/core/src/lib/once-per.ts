/**
 * Tells of something that repeats now and then: true the first time, and again after a while.
 *
 * @param everyMs how long it keeps silent, in milliseconds
 */
export function oncePer(everyMs: number, nowMs = () => performance.now()): () => boolean {
  let nextMs = -Infinity
  return () => {
    if (nowMs() < nextMs) return false
    nextMs = nowMs() + everyMs
    return true
  }
}
