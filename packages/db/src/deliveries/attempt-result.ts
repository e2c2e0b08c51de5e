/** What one attempt came to; texts must be free of NUL (PostgreSQL refuses it). */
export interface AttemptResult {
  deliveryId: string
  leaseToken: string
  /** UUIDv7 made by the worker: the same result recorded twice is one attempt. */
  attemptId: string
  isSuccess: boolean
  /** What asked for the attempt. */
  trigger: string
  /** The schedule's delay after this failure, in milliseconds; null when there is no further attempt. */
  retryDelayMs: number | null
  durationMs: number
  statusCode: number | null
  errorClass: string | null
  error: string | null
  responseBody: string | null
  url: string
  address: string | null
  /** Id of the API request that asked for the attempt. */
  requestId?: string | undefined
}

/** What a delivery came to. */
export interface RecordedRow {
  attempt_id: string
  state: string
  /** Milliseconds to the next attempt; null when there is none. */
  wait_ms: number | null
}
