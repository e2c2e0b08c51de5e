import got from 'got'
import { z } from 'zod'
import { paceLookups, type Pace } from './paced-lookups.js'

/** Looks up an app's id in the App Store; the URL of the app's page contains the id. */
export interface AppStore {
  /**
   * Returns the id; null if the store has no such app; undefined if no lookup was made: after an error, with too many
   * waiting, or at shutdown. @throws the lookup's error
   */
  lookup(bundleId: string): Promise<string | null | undefined>
  close(): Promise<void>
}

const APP_STORE_URL = 'https://itunes.apple.com'
const TIMEOUT_MS = 2_000

/** The store blocks addresses that make more requests, and anyone with a project key can send any bundle id. */
const PACE: Pace = { everyMs: 3_000, pauseMs: 60_000, maxWaiting: 100 }

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
    if (statusCode !== 200) throw new Error(`the response was ${statusCode}`)
    return answerSchema.parse(JSON.parse(body))
  } catch (error) {
    // got's error contains the request and its options, which must not be logged.
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`App Store lookup failed: ${reason}`)
  }
}

const REQUEST = {
  headers: { accept: 'application/json', 'user-agent': 'Throughline' },
  followRedirect: false,
  throwHttpErrors: false,
  // No retries here: only the pace decides about another lookup.
  retry: { limit: 0 },
} as const

/** The store compares bundle ids case-insensitively. */
function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
