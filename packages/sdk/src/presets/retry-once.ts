import { globals } from '../platform/globals.js'

const PAUSE_MS = 1000

/** Retries a failed read after a second: Google Play's service is unavailable while Play is updated. */
export async function retryOnce<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch {
    await new Promise<void>((resolve) => globals.setTimeout(resolve, PAUSE_MS))
    return read()
  }
}
