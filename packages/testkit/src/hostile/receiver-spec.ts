import type { CertificateAndKey } from '../certificates.js'
import type { Random } from '../seeded-random.js'

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

/** The outcome of an attempt: an error class (docs/api-contract.md, "Success and failure"), or a success. */
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

export type Expectation = {
  /** The allowed outcomes; several only if the seed decides. */
  readonly outcomes: readonly HostileOutcome[]
  /** The recorded status, one for each outcome; null for no response. */
  readonly statusCodes: readonly (number | null)[]
  /** Whether the attempt is over before the deadline, or at it and not much later. */
  readonly ends: 'early' | 'at-deadline'
  /** Whether the receiver gets the complete request. */
  readonly getsRequest: boolean
}

export type HostileRequest = {
  readonly webhookId: string | null
  readonly attempt: number | null
  readonly status: number | null
}

export type ReceiverEnvironment = {
  readonly authority: CertificateAndKey
  /** A good certificate of it for this host. */
  readonly certificate: CertificateAndKey
  readonly random: Random
  /** The sender's deadline for one attempt. */
  readonly timeoutMs: number
  /** The target of the redirect, which must never be requested. */
  readonly canaryUrl: string
}

export type RunningReceiver = {
  readonly url: string
  readonly received: readonly HostileRequest[]
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
