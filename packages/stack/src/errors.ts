/** A failure that the operator can fix. Its message names the remedy, so it is printed without a stack trace. */
export class StackError extends Error {
  override readonly name = 'StackError'
}

export function formatFailure(error: unknown): string {
  if (error instanceof StackError) return error.message
  if (error instanceof Error) return error.stack ?? error.message
  return String(error)
}

/** The code of a Node or PostgreSQL error (`ENOENT`, `3D000`), or null. */
export function errorCode(error: unknown): string | null {
  const code = partOf(error, 'code')
  return typeof code === 'string' ? code : null
}

/** Returns one line about an error. A refused dual-stack connect has an empty message. */
export function errorText(error: unknown): string {
  const message = partOf(error, 'message')
  if (typeof message !== 'string') return String(error)
  return message || (errorCode(error) ?? 'unknown error')
}

/** Checks the shape, because inside jest the errors of Node's modules belong to another realm. */
function partOf(error: unknown, key: 'code' | 'message'): unknown {
  if (typeof error !== 'object' || error === null) return undefined
  return Reflect.get(error, key)
}
