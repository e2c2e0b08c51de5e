import { once } from 'node:events'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import got, { type Agents, type PlainResponse, type Request } from 'got'
import { z } from 'zod'
import { hostOf, RejectedHost, type HostReach } from './host-reach.js'

/** What a host answered for a file, or why it did not. */
export type Fetched =
  { status: number; type: string; location: string | null; text: string } | { failure: string }

/** Both platforms give up after some seconds; so long a wait is a finding of its own. */
const TIMEOUT_MS = 5_000
/** More than either platform reads. */
const LIMIT_BYTES = 1024 * 1024

/**
 * Fetches a file as a phone's platform does: no redirect is followed, nothing is taken from a cache. What is dialled
 * are the addresses that `reach` lets through, never the name. Takes 5 s at most.
 */
export async function fetchFile(
  url: string,
  reach: HostReach,
  timeoutMs = TIMEOUT_MS,
): Promise<Fetched> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const addresses = await inTime(reach.addressesOf(hostOf(url)), signal)
    const agent = agentsTo(addresses, reach.ca)
    return await readAnswer(got.stream(url, { ...REQUEST, agent, signal }))
  } catch (error) {
    return { failure: explain(error) }
  }
}

const REQUEST = {
  headers: { 'cache-control': 'no-cache', 'user-agent': undefined },
  decompress: false,
  followRedirect: false,
  throwHttpErrors: false,
  retry: { limit: 0 },
} as const

/** A name lookup takes no signal. */
function inTime<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const over = new Promise<never>((_resolve, reject) => {
    // Its reason is a DOMException named TimeoutError.
    const fail = () => reject(signal.reason as Error)
    signal.addEventListener('abort', fail, { once: true })
    if (signal.aborted) fail()
  })
  return Promise.race([work, over])
}

/**
 * Agents for one request. They dial only the checked addresses, and keep no connection, which a later request would
 * reuse without a check.
 */
function agentsTo(addresses: string[], ca: string[] | undefined): Agents {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  const lookup: LookupFunction = (_host, { all }, callback) => {
    const [first] = found
    if (all === true) callback(null, found)
    else callback(null, first?.address ?? '', first?.family)
  }
  const dial = { lookup, keepAlive: false }
  return {
    http: new HttpAgent(dial),
    https: new HttpsAgent({
      ...dial,
      ALPNProtocols: ['http/1.1'],
      ...(ca === undefined ? {} : { ca }),
    }),
  }
}

async function readAnswer(stream: Request): Promise<Fetched> {
  // When reading stops at the limit, the connection ends with an error that nothing awaits.
  stream.on('error', () => undefined)
  const [response] = (await once(stream, 'response')) as [PlainResponse]
  const { 'content-type': type = 'no content type', location = null } = response.headers
  return { status: response.statusCode, type, location, text: await readText(stream) }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > LIMIT_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The code of a DOMException, which a time-out is, is a number. */
const failed = z.object({
  name: z.string(),
  message: z.string(),
  code: z.string().optional().catch(undefined),
})

/** Node writes a request during the handshake, so a TLS error has the code EPROTO. Its reason is in the message. */
const TLS_REASON = /:SSL routines:[^:]*:([^:]+):/

const SILENT = 'it did not answer in time; check where its DNS record points, and the firewall'
/** Caddy, nginx and HAProxy each say so with an alert of their own. */
const NO_CERTIFICATE =
  'the TLS front has no certificate for it; look at what it asks before it gets one, and at its log'

/** What a failed connection means to an operator, by Node's code, or by the error's name where it has none. */
const MEANINGS: Record<string, string> = {
  ENOTFOUND:
    'its name does not resolve; make a DNS record for it (for prefixes, one with a wildcard)',
  EAI_AGAIN: 'its name can’t be resolved just now; try again',
  ECONNREFUSED: 'nothing listens there; check where its DNS record points, and the TLS front',
  ECONNRESET: 'it can’t be reached: the connection was cut; check the TLS front',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate is another host’s; let the TLS front get one for it',
  CERT_HAS_EXPIRED: 'the certificate has expired; look at the TLS front’s renewal',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet; check the clocks',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed, which no phone takes',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not of a public authority, which no phone takes',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the intermediate certificate is missing; let the TLS front send the whole chain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the certificate is not of a public authority, which no phone takes; is it one for tests (staging)?',
  ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR: NO_CERTIFICATE,
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: NO_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: NO_CERTIFICATE,
  ERR_SSL_WRONG_VERSION_NUMBER:
    'what listens there does not speak TLS; let the TLS front take this port',
  TimeoutError: SILENT,
}

function explain(error: unknown): string {
  if (error instanceof RejectedHost) return error.message
  const parsed = failed.safeParse(error)
  if (!parsed.success) return String(error)
  const { name, message } = parsed.data
  const reason = TLS_REASON.exec(message)?.[1]
  const code =
    reason === undefined
      ? (parsed.data.code ?? name)
      : `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`
  return MEANINGS[code] ?? `it can’t be reached (${code})`
}
