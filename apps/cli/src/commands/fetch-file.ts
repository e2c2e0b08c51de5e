import { z } from 'zod'

/** What a host answered for a file, or why it did not. */
export type Fetched =
  { status: number; type: string; location: string | null; text: string } | { failure: string }

/** Both platforms give up after some seconds; so long a wait is a finding of its own. */
const TIMEOUT_MS = 5_000
/** More than either platform reads. */
const LIMIT_BYTES = 1024 * 1024

/** Fetches a file as a phone's platform does: no redirect is followed, nothing is taken from a cache. */
export async function fetchFile(url: string): Promise<Fetched> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'Cache-Control': 'no-cache' },
    })
    const { status, headers } = response
    const text = await readText(response)
    return {
      ...{ status, text },
      type: headers.get('content-type') ?? 'no content type',
      location: headers.get('location'),
    }
  } catch (error) {
    return { failure: explain(error) }
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array)
    length += (chunk as Uint8Array).length
    if (length > LIMIT_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

const failed = z.object({ name: z.string(), cause: z.object({ code: z.string() }).optional() })

/** What a failed connection means to an operator, by Node's code. */
const MEANINGS: Record<string, string> = {
  ENOTFOUND:
    'its name does not resolve; make a DNS record for it (for prefixes, one with a wildcard)',
  EAI_AGAIN: 'its name can’t be resolved just now; try again',
  ECONNREFUSED: 'nothing listens there; check where its DNS record points, and the TLS front',
  ECONNRESET: 'the connection was cut; check the TLS front',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate is another host’s; let the TLS front get one for it',
  CERT_HAS_EXPIRED: 'the certificate has expired; look at the TLS front’s renewal',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed, which no phone takes',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not of a public authority, which no phone takes',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the intermediate certificate is missing; let the TLS front send the whole chain',
}

function explain(error: unknown): string {
  const parsed = failed.safeParse(error)
  if (!parsed.success) return String(error)
  const { name, cause } = parsed.data
  if (name === 'TimeoutError') return `it did not answer within ${TIMEOUT_MS / 1000} s`
  const code = cause?.code ?? name
  return MEANINGS[code] ?? `it can’t be reached (${code})`
}
