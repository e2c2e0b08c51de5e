import type { CertificateAndKey } from '../certificates.js'
import type { Random } from '../seeded-random.js'

/**
 * Fifteen kinds of bad receivers; bad certificates are three, floods of informational responses two, and answers
 * around the deadline two.
 */
export type HostileReceiverName =
  | 'refuses'
  | 'silent-after-accept'
  | 'stalls-in-tls'
  | 'expired-certificate'
  | 'wrong-name-certificate'
  | 'self-signed-certificate'
  | 'slow-headers'
  | 'slow-body'
  | 'endless-body'
  | 'gzip-bomb'
  | 'huge-header'
  | 'floods-early-hints'
  | 'early-hints-then-answer'
  | 'reset-after-request'
  | 'redirects-to-canary'
  | 'flaky-half'
  | 'fails-but-keeps'
  | 'answers-just-in-time'
  | 'answers-just-too-late'

/** How an attempt comes out: an error class (docs/api-contract.md, "Success and failure"), or a success. */
export type HostileOutcome =
  | 'success'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'redirect'
  | 'status'
  | 'blocked'
  | 'too_large'

/** What the sender must make of one attempt. */
export type Expectation = {
  /** One of these: more than one only where the seed decides. */
  readonly outcomes: readonly HostileOutcome[]
  /** The status that the attempt shows, one for each outcome; null: none came. */
  readonly statusCodes: readonly (number | null)[]
  /** Whether the attempt is over before the deadline, or at it and not much later. */
  readonly ends: 'early' | 'at-deadline'
  /** Whether the receiver gets to see the request, whole. */
  readonly getsRequest: boolean
}

/** A request that came whole. */
export type HostileRequest = {
  /** The header `webhook-id`. */
  readonly webhookId: string | null
  /** The header `x-service-attempt`. */
  readonly attempt: number | null
  /** The status that was or will be answered; null: none. */
  readonly status: number | null
}

/** What a receiver lives from. */
export type ReceiverEnvironment = {
  /** The authority that the sender trusts. */
  readonly authority: CertificateAndKey
  /** A good certificate of it for this host. */
  readonly certificate: CertificateAndKey
  /** Of this receiver alone. */
  readonly random: Random
  /** The sender's deadline for one attempt. */
  readonly timeoutMs: number
  /** Where the redirect leads; nobody may ever go there. */
  readonly canaryUrl: string
}

/** A running receiver. */
export type RunningReceiver = {
  readonly url: string
  readonly received: readonly HostileRequest[]
  /** TCP connections that are open now. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

export type ReceiverSpec = {
  readonly expected: Expectation
  readonly start: (environment: ReceiverEnvironment) => Promise<RunningReceiver>
}

/** Also the name in the certificates. */
export const hostileHost = '127.0.0.1'

export function urlOf(port: number): string {
  return `https://${hostileHost}:${port}/`
}
