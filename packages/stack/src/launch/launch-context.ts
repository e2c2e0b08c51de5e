import { StackError } from '../errors.js'

/** What the steps of a start share. */
export interface LaunchContext {
  print: (line: string) => void
  /** Called for a failure after the start from which the stack cannot recover. */
  onFailure: (error: unknown) => void
  /** Aborts the start. */
  signal: AbortSignal
}

/** @throws StackError if the start was aborted (Ctrl-C) */
export function giveUpIfAsked({ signal }: LaunchContext): void {
  if (signal.aborted) throw new StackError('The start was aborted.')
}
