import { Prisma } from '../generated/prisma/client.js'

export const QUEUED_COLUMNS = Prisma.sql`
  id AS "deliveryId", webhook_id AS "webhookId", project_id AS "projectId", seq, 0::integer AS "delayMs"`
