import got from 'got'
import { z } from 'zod'
import { paceLookups, type Pace } from './paced-lookups.js'

/** Asks the App Store for the number of an app, which its page's address is made of. */
export interface AppStore {
  /**
   * The number of the app with this bundle id, null where the store has none, or undefined where it is not asked: just
   * after a failure, while too many wait, or at the end of the process.
   *
   * @throws where the store can't be asked, or answers what is no answer
   */
  lookup(bundleId: string): Promise<string | null | undefined>
  /** Breaks off what is under way, and asks no more. */
  close(): Promise<void>
}

const APP_STORE_URL = 'https://itunes.apple.com'
const TIMEOUT_MS = 2_000

/**
 * Apps make links by their key alone, so that anybody may name any bundle id: the store, which refuses an address that
 * asks more, is asked 20 times a minute at most, however many links are made.
 */
const PACE: Pace = { everyMs: 3_000, pauseMs: 60_000, mostWaiting: 100 }

const answerSchema = z.object({
  results: z.array(z.object({ trackId: z.int().positive(), bundleId: z.string().optional() })),
})

interface AppStoreOptions {
  baseUrl?: string
  timeoutMs?: number
  pace?: Pace
}

export function createAppStore(options: AppStoreOptions = {}): AppStore {
  const { baseUrl = APP_STORE_URL, timeoutMs = TIMEOUT_MS, pace = PACE } = options
  return paceLookups(async (bundleId, stopping) => {
    const url = `${baseUrl}/lookup?bundleId=${encodeURIComponent(bundleId)}`
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)])
    const { results } = await fetchAnswer(url, signal)
    const app = results.find((one) => one.bundleId === undefined || isSame(one.bundleId, bundleId))
    return app === undefined ? null : String(app.trackId)
  }, pace)
}

async function fetchAnswer(
  url: string,
  signal: AbortSignal,
): Promise<z.infer<typeof answerSchema>> {
  try {
    const { statusCode, body } = await got(url, { ...REQUEST, signal })
    if (statusCode !== 200) throw new Error(`it answered ${statusCode}`)
    return answerSchema.parse(JSON.parse(body))
  } catch (error) {
    // An error of got holds the request and its options, which do not belong in a log.
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The App Store could not be asked: ${reason}`)
  }
}

const REQUEST = {
  headers: { accept: 'application/json', 'user-agent': 'Throughline' },
  followRedirect: false,
  throwHttpErrors: false,
  // The pace alone decides when the store is asked again.
  retry: { limit: 0 },
} as const

/** The store takes bundle ids in any case. */
function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
