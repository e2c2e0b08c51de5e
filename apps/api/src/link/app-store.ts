import { z } from 'zod'

/** Asks the App Store for the number of an app, which its page's address is made of. */
export interface AppStore {
  /**
   * The number of the app with this bundle id, or null where the store has none.
   *
   * @throws where the store can't be asked, or answers what is no answer
   */
  lookUp(bundleId: string): Promise<string | null>
}

const APP_STORE_URL = 'https://itunes.apple.com'
const TIMEOUT_MS = 2_000

const answerSchema = z.object({
  results: z.array(z.object({ trackId: z.int().positive(), bundleId: z.string().optional() })),
})

export function createAppStore({ baseUrl = APP_STORE_URL, timeoutMs = TIMEOUT_MS } = {}): AppStore {
  return {
    async lookUp(bundleId) {
      const url = `${baseUrl}/lookup?bundleId=${encodeURIComponent(bundleId)}`
      const { results } = await fetchAnswer(url, timeoutMs)
      const app = results.find(
        (one) => one.bundleId === undefined || isSame(one.bundleId, bundleId),
      )
      return app === undefined ? null : String(app.trackId)
    },
  }
}

async function fetchAnswer(url: string, timeoutMs: number): Promise<z.infer<typeof answerSchema>> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return answerSchema.parse(await response.json())
    await response.body?.cancel()
    throw new Error(`it answered ${response.status}`)
  } catch (error) {
    // What fetch throws is in part a DOMException, which the logger's redaction can't copy.
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The App Store could not be asked: ${reason}`)
  }
}

/** The store takes bundle ids in any case. */
function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
