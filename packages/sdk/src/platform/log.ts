import type { Logger } from '../options.js'

/** Where the SDK's lines go; the project key is masked in every one. */
export type Log = Logger

/** The key's first four and last two characters: enough to tell two keys apart. */
export function maskKey(key: string): string {
  return `${key.slice(0, 4)}…${key.slice(-2)}`
}

/** Wraps the app's logger, so that no line holds the whole key, wherever it came from. */
export function createLog(logger: Logger, publicKey: string): Log {
  const clean = (line: string) => line.split(publicKey).join(maskKey(publicKey))
  return {
    info: (line) => {
      logger.info(clean(line))
    },
    warn: (line) => {
      logger.warn(clean(line))
    },
  }
}
