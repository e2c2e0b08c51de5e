import { ThroughlineError } from './errors.js'
import { hostOf } from './links/parse-url.js'
import type { ThroughlineOptions } from './options.js'

/** Options that were checked. */
export interface Config {
  readonly publicKey: string
  /** Lower case. */
  readonly projectId: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** Lower case, without ports. */
  readonly linkHosts: readonly string[]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Checks what `Throughline.initialize` was given.
 *
 * @throws ThroughlineError `bad_options`, which says what to do
 */
export function readOptions(options: ThroughlineOptions): Config {
  const { publicKey, projectId, baseUrl, linkHost, customDomains = [] } = options
  must(UUID.test(publicKey), 'publicKey must be the project key that the panel shows, a UUID.')
  must(UUID.test(projectId), 'projectId must be the project’s id, a UUID.')
  must(
    /^https?:\/\/[^/?#\s]+[^?#\s]*$/i.test(baseUrl),
    'baseUrl must be the address of the API, such as https://api.example.com.',
  )
  const hosts = linkHost === undefined ? customDomains : [linkHost, ...customDomains]
  return {
    publicKey,
    projectId: projectId.toLowerCase(),
    baseUrl: baseUrl.replace(/\/+$/, ''),
    linkHosts: hosts.map(readHost),
  }
}

function readHost(given: string): string {
  const host = hostOf(given)
  must(
    host !== null,
    `linkHost and customDomains take hosts such as acme.links.example, not ${given}.`,
  )
  return host
}

function must(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new ThroughlineError('bad_options', what)
}
