/** The result of one attempt. Texts must be free of NUL, which PostgreSQL rejects. */
export interface AttemptResult {
  deliveryId: string
  leaseToken: string
  /** UUIDv7 made by the worker, so that recording a result twice writes one attempt. */
  attemptId: string
  isSuccess: boolean
  /** `auto`, `resend`, `replay` or `test`. */
  trigger: string
  /** The schedule's delay after this failure, in milliseconds; null if there is no further attempt. */
  retryDelayMs: number | null
  /** The database's time of the request, which `webhook-timestamp` has in seconds. In milliseconds since 1970. */
  startedAtMs: number
  durationMs: number
  statusCode: number | null
  errorClass: string | null
  error: string | null
  responseBody: string | null
  url: string
  address: string | null
  requestId?: string | undefined
}

export interface RecordedRow {
  attempt_id: string
  state: string
  /** Milliseconds to the next attempt; null if there is none. */
  wait_ms: number | null
}
