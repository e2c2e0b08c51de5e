/** What the queue needs to know of a delivery that wants an attempt. */
export interface QueuedDelivery {
  deliveryId: string
  webhookId: number
  projectId: string
  /** Part of the job's id; see the column's comment. */
  seq: number
  /** How long from now until it is due, in milliseconds. */
  delayMs: number
  /** Id of the API request that asked for the attempt. */
  requestId?: string | undefined
}
