import { likelyCause } from '../errors.js'
import type { Log } from './log.js'

/** What the work gives; undefined, and a line that names it, where it fails: no fault of a part must stop the app. */
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
