import { likelyCause } from '../errors.js'
import type { Log } from './log.js'

/** The result of the work; undefined, with a log line, if it fails: no part may stop the app. */
export async function tryCatch<Result>(
  log: Log,
  what: string,
  work: () => Promise<Result> | Result,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    log(`${what} failed: ${likelyCause(error)}`)
    return undefined
  }
}
