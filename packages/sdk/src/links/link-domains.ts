import type { ClientParts } from '../client-parts.js'
import { getJson } from '../platform/store.js'
import { asList, asObject } from '../wire.js'
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
export function createLinkDomains({ config, api, store, runtime }: ClientParts): LinkDomains {
  let asking: Promise<unknown> | null = null
  const ask = async () => {
    const answer = await api('GET', '/api/projects/link-domains')
    await store.set(CACHE, JSON.stringify({ ...answer, at: runtime.now() }))
    return answer['data']
  }
  const cached = async () => {
    const cache = asObject(await getJson(store, CACHE)) ?? {}
    const ageMs = runtime.now() - Number(cache['at'])
    // A clock that was set back must not keep a list for ever.
    return ageMs >= 0 && ageMs < CACHE_MS ? cache['data'] : null
  }
  return {
    async serves(host) {
      if (config.linkHosts.includes(host)) return true
      const hosts = (await cached()) ?? (await (asking ??= ask().finally(() => (asking = null))))
      return asList(hosts).some((known) => hostOf(String(known)) === host)
    },
  }
}
