/** Thrown when a step violates the API contract. */
export class ContractViolationError extends Error {
  override name = 'ContractViolationError'
}

/** Throws a ContractViolationError with `violation` unless the condition holds. */
export function must(condition: boolean, violation: string): asserts condition {
  if (!condition) throw new ContractViolationError(`Contract violation: ${violation}`)
}
