import { StackError } from '../errors.js'

/** What the steps of a start share. */
export interface LaunchContext {
  print: (line: string) => void
  /** A failure after the start that the stack can't get over. */
  onFailure: (error: unknown) => void
  /** Aborted: give the start up. */
  signal: AbortSignal
}

/** @throws StackError when the start was given up meanwhile (Ctrl-C) */
export function giveUpIfAsked({ signal }: LaunchContext): void {
  if (signal.aborted) throw new StackError('Start was given up.')
}
