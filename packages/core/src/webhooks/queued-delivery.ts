/** What the queue needs to know of a delivery that wants an attempt; the database's statements return it. */
export interface QueuedDelivery {
  deliveryId: string
  webhookId: number
  projectId: string
  /** Part of the job's id. Raised by resend, replay and resume: a job with an older number ends without a request. */
  seq: number
  /** How long from now until it is due, in milliseconds. */
  delayMs: number
  /** Id of the API request that asked for the attempt. */
  requestId?: string | undefined
}
