import { ThroughlineError } from './errors.js'
import { hostOf } from './links/parse-url.js'
import type { ThroughlineOptions } from './options.js'

export interface Config {
  readonly publicKey: string
  /** The app's own scheme, `service-{projectId}` in lower case. */
  readonly scheme: string
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Lower case, without ports. */
  readonly linkHosts: readonly string[]
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const BASE_URL = /^https?:\/\/[^?#\s]+$/i

/** @throws ThroughlineError `bad_options`, which says what to do */
export function readOptions(options: ThroughlineOptions): Config {
  const { publicKey, projectId, baseUrl, linkHost, customDomains = [] } = options
  assert(UUID.test(publicKey), 'publicKey', 'a UUID')
  assert(UUID.test(projectId), 'projectId', 'a UUID')
  assert(BASE_URL.test(baseUrl), 'baseUrl', 'a URL such as https://example.com')
  return {
    publicKey,
    scheme: `service-${projectId.toLowerCase()}`,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    linkHosts: [linkHost ?? [], customDomains].flat().map((given) => {
      const host = hostOf(given)
      assert(host !== null, given, 'a host such as example.com')
      return host
    }),
  }
}

function assert(isRight: boolean, name: string, wanted: string): asserts isRight {
  if (!isRight) throw new ThroughlineError('bad_options', `${name} must be ${wanted}.`)
}
