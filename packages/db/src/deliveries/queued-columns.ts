import { Prisma } from '../generated/prisma/client.js'

/** The columns of a `QueuedDelivery` that is due now, from a row of `deliveries`. */
export const QUEUED_COLUMNS = Prisma.sql`
  id AS "deliveryId", webhook_id AS "webhookId", project_id AS "projectId", seq, 0::integer AS "delayMs"`
