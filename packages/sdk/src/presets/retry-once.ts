import { globals } from '../platform/globals.js'

const PAUSE_MS = 1000

/**
 * Reads again, a second later, what failed at first: Google Play's service is away while Play itself is updated. The
 * pause leaves most of the time that the SDK waits for an answer.
 */
export async function retryOnce<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch {
    await new Promise<void>((resolve) => globals.setTimeout(resolve, PAUSE_MS))
    return read()
  }
}
