import type { Runtime } from '../adapters.js'
import type { Api } from '../http/api.js'
import { getJson, type Store } from '../platform/store.js'
import { asObject, integer } from '../wire.js'
import { hostOf } from './parse-url.js'

export interface LinkDomains {
  /**
   * Whether a host, in lower case and without port, serves the project's links.
   *
   * @throws ThroughlineError where only the service knows, and it cannot be asked
   */
  serves(host: string): Promise<boolean>
}

const CACHE = 'link_domains'
const CACHE_MS = 24 * 60 * 60 * 1000

/**
 * Knows the hosts of the project: those that the app names, else those that the service lists, which is asked once for
 * all who wait, and again after 24 h. Only the exact name counts: a host under a known one may be anybody's.
 */
export function createLinkDomains(
  named: readonly string[],
  { api, store, runtime }: { api: Api; store: Store; runtime: Runtime },
): LinkDomains {
  let asking: Promise<readonly string[]> | null = null
  const ask = async () => {
    const answer = await api({ method: 'GET', path: '/api/projects/link-domains' })
    const hosts = hostsOf(answer['data'])
    await store.set(CACHE, JSON.stringify({ at: runtime.now(), hosts }))
    return hosts
  }
  const cached = async () => {
    const cache = asObject(await getJson(store, CACHE)) ?? {}
    const ageMs = runtime.now() - (integer(cache, 'at') ?? 0)
    // A clock that was set back must not keep a list for ever.
    return ageMs >= 0 && ageMs < CACHE_MS ? hostsOf(cache['hosts']) : null
  }
  return {
    async serves(host) {
      if (named.includes(host)) return true
      const known = await cached()
      if (known !== null) return known.includes(host)
      asking ??= ask().finally(() => (asking = null))
      return (await asking).includes(host)
    },
  }
}

function hostsOf(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.flatMap((host) => hostOf(String(host)) ?? []) : []
}
