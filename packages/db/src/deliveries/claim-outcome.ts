export interface ClaimedDelivery {
  deliveryId: string
  projectId: string
  leaseToken: string
  webhookId: number
  eventId: string
  event: string
  /** The frozen text. Its UTF-8 bytes are sent and signed. Null if it was erased, or the event's row is gone. */
  payload: string | null
  /** Null for the sample event of a webhook's test, and for events of older releases without an install id. */
  installId: string | null
  attributionId: string | null
  /** The context of the install's span. Null: its trace is not sampled. */
  traceparent: string | null
  /** 1 for the first attempt of the delivery; manual attempts count. */
  attemptNumber: number
  /** Attempts made so far of the current schedule. */
  scheduleAttempts: number
  isManual: boolean
  isTest: boolean
  trigger: string
  /** After this delivery has succeeded, a request with a wrong signature follows. */
  isVerification: boolean
  url: string
  secretSealed: string
  previousSecretSealed: string | null
  /** The database's time of the claim, in milliseconds since 1970. */
  claimedAt: number
}

export type ClaimOutcome =
  | { kind: 'claimed'; delivery: ClaimedDelivery }
  /** Due later, or leased by another worker until then. */
  | { kind: 'wait'; waitMs: number }
  /** The job has nothing to do: its row is missing, finished, held, skipped or canceled, or has a newer `seq`. */
  | { kind: 'ended' }
