import { StackError } from '../errors.js'

export interface LaunchContext {
  print: (line: string) => void
  /** Called for a failure after the start from which the stack cannot recover. */
  onFailure: (error: unknown) => void
  signal: AbortSignal
}

/** @throws StackError if the start was aborted (Ctrl-C) */
export function giveUpIfAsked({ signal }: LaunchContext): void {
  if (signal.aborted) throw new StackError('The start was aborted.')
}
