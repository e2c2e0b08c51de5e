import type { ClientParts } from '../client-parts.js'
import { getJson } from '../platform/store.js'
import { asList, asObject } from '../wire.js'
import { hostOf } from './parse-url.js'

export interface LinkDomains {
  /** Whether a lower-case host without port is the project's. @throws ThroughlineError if that is unknown now */
  serves(host: string): Promise<boolean>
}

const CACHE = 'link_domains'
const CACHE_MS = 24 * 60 * 60 * 1000

/** Hosts named by the app, else the service's, fetched again after 24 h. A host below a known one may be anyone's. */
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
    // A clock that was set back must not keep a list forever.
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
