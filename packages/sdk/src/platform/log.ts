import type { Logger } from '../options.js'
import { globals } from './globals.js'

export type Log = (line: string) => void

/** No line contains the whole project key; its first four and last two characters remain. */
export function createLog(logger: Logger | undefined, publicKey: string): Log {
  const masked = `${publicKey.slice(0, 4)}…${publicKey.slice(-2)}`
  return (line) => {
    const target = logger ?? globals.console
    target.warn(line.split(publicKey).join(masked))
  }
}
