/** The fields that the queue needs of a delivery to attempt. The database's statements return them. */
export interface QueuedDelivery {
  deliveryId: string
  webhookId: number
  projectId: string
  /** Part of the job's id. Raised by resend, replay and resume: a job with an older number ends without a request. */
  seq: number
  /** Time until it is due, in milliseconds. */
  delayMs: number
  /** Id of the API request that caused the attempt. */
  requestId?: string | undefined
  /** The span of which the attempt is part (W3C Trace Context). */
  traceparent?: string | undefined
}
