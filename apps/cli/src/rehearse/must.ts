/** Thrown when a step is not as the contract says. */
export class NotAsPromisedError extends Error {
  override name = 'NotAsPromisedError'
}

/** Ends the rehearsal unless the condition holds. */
export function must(condition: boolean, promise: string): asserts condition {
  if (!condition) throw new NotAsPromisedError(`Not as promised: ${promise}`)
}
