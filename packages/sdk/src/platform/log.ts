import type { Logger } from '../options.js'
import { globals } from './globals.js'

/** Tells the app's developer something, on one line. */
export type Log = (line: string) => void

/**
 * Wraps the app's logger, so that no line holds the whole project key, wherever it came from: its first four and last
 * two characters tell two keys apart.
 */
export function createLog(logger: Logger | undefined, publicKey: string): Log {
  const masked = `${publicKey.slice(0, 4)}…${publicKey.slice(-2)}`
  return (line) => {
    const target = logger ?? globals.console
    target.warn(line.split(publicKey).join(masked))
  }
}
