export interface ClaimedDelivery {
  deliveryId: string
  projectId: string
  leaseToken: string
  webhookId: number
  eventId: string
  event: string
  /** The frozen text whose UTF-8 bytes are sent and signed. */
  payload: string
  /** Null for the sample of a webhook's test, and for an event that was written before events named their install. */
  installId: string | null
  attributionId: string | null
  /** 1 for the first attempt ever made; manual ones count on. */
  attemptNumber: number
  /** Attempts already made of the schedule under way. */
  scheduleAttempts: number
  isManual: boolean
  isTest: boolean
  trigger: string
  url: string
  secretSealed: string
  /** Set during the grace of a rotation. */
  previousSecretSealed: string | null
  /** The database's time of the claim, in milliseconds since 1970. */
  claimedAt: number
}

export type ClaimOutcome =
  | { kind: 'claimed'; delivery: ClaimedDelivery }
  /** Wanted later, or leased by another worker until then. */
  | { kind: 'wait'; waitMs: number }
  /** Nothing is wanted of this job: its row is missing, finished, held, skipped, canceled, or has a newer `seq`. */
  | { kind: 'ended' }
