/** Throttles a repeated message: returns true the first time, and again after `everyMs`. */
export function oncePer(everyMs: number, nowMs = () => performance.now()): () => boolean {
  let nextMs = -Infinity
  return () => {
    if (nowMs() < nextMs) return false
    nextMs = nowMs() + everyMs
    return true
  }
}
