import { once } from 'node:events'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import got, { type Agents, type PlainResponse, type Request } from 'got'
import { z } from 'zod'
import { hostOf, RejectedHost, type HostReach } from './host-reach.js'

export type Fetched =
  { status: number; type: string; location: string | null; text: string } | { failure: string }

/** Both platforms time out after some seconds, so such a delay is a finding. */
const TIMEOUT_MS = 5_000
/** More than either platform reads. */
const LIMIT_BYTES = 1024 * 1024

/**
 * Fetches a file like a phone's platform: without redirects or caches. Dials only the addresses allowed by `reach`,
 * never the name. Takes at most 5 s.
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

/** A DNS lookup accepts no signal. */
function inTime<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const over = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(signal.reason as Error)
    signal.addEventListener('abort', fail, { once: true })
    if (signal.aborted) fail()
  })
  return Promise.race([work, over])
}

/** Dials only the checked addresses. Keeps no connection, because a later request would reuse it without a check. */
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

/** The code of a DOMException, such as a timeout, is a number. */
const failed = z.object({
  name: z.string(),
  message: z.string(),
  code: z.string().optional().catch(undefined),
})

/** Node writes a request during the handshake, so a TLS error has the code EPROTO, with its reason in the message. */
const TLS_REASON = /:SSL routines:[^:]*:([^:]+):/

const SILENT = 'it did not respond in time; check where its DNS record points, and the firewall'
/** Caddy, nginx and HAProxy each send a different alert for this. */
const NO_CERTIFICATE =
  'the TLS proxy has no certificate for it; check its conditions for issuing one, and its log'

/** Explains a failed connection to an operator, by Node's code or the error's name. */
const MEANINGS: Record<string, string> = {
  ENOTFOUND:
    'its name does not resolve; create a DNS record for it (a wildcard record for prefixes)',
  EAI_AGAIN: 'its name cannot be resolved temporarily; try again',
  ECONNREFUSED: 'nothing listens there; check where its DNS record points, and the TLS proxy',
  ECONNRESET: 'it cannot be reached: the connection was reset; check the TLS proxy',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate belongs to another host; configure the TLS proxy to get one for this host',
  CERT_HAS_EXPIRED: 'the certificate has expired; check the TLS proxy’s renewal',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet; check the clocks',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed, which no phone accepts',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not from a public authority, which phones require',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the intermediate certificate is missing; configure the TLS proxy to send the whole chain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the certificate is not from a public authority, which phones require; is it a staging certificate?',
  ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR: NO_CERTIFICATE,
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: NO_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: NO_CERTIFICATE,
  ERR_SSL_WRONG_VERSION_NUMBER:
    'the server on this port does not use TLS; configure the TLS proxy for this port',
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
  return MEANINGS[code] ?? `it cannot be reached (${code})`
}
