/** Whether a statement gave up waiting for a lock (lock_timeout). */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

/** Whether a statement was ended since it and another one waited for each other. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === '40P01'
}

/** Whether a statement was refused since a row with that key is there. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505'
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as { code?: unknown }).code : undefined
}
