import type { Adapters } from './adapters.js'
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
const PRINTED = '(a UUID) that "project create" printed'
const BASE_URL = /^https?:\/\/[^?#\s]+$/i

/** @throws ThroughlineError `bad_options`, which says what to do */
export function readOptions(options: ThroughlineOptions): Config {
  const { publicKey, projectId, baseUrl, linkHost, customDomains = [], adapters } = options
  if (!UUID.test(publicKey)) reject('publicKey', `the key ${PRINTED}`, publicKey)
  if (!UUID.test(projectId)) reject('projectId', `the id ${PRINTED}`, projectId)
  if (!BASE_URL.test(baseUrl)) reject('baseUrl', 'a URL such as https://example.com', baseUrl)
  // Apps without types can leave them out.
  if (!(adapters as Adapters | undefined))
    reject('adapters', 'those of a preset such as webAdapters()', adapters)
  return {
    publicKey,
    scheme: `service-${projectId.toLowerCase()}`,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    linkHosts: [linkHost ?? [], customDomains]
      .flat()
      .map(
        (given) =>
          hostOf(given) ??
          reject(
            'linkHost and customDomains',
            'hosts such as go.example.com, without https://',
            given,
          ),
      ),
  }
}

function reject(name: string, wanted: string, given: unknown): never {
  throw new ThroughlineError('bad_options', `${name} must be ${wanted}, not ${String(given)}.`)
}
