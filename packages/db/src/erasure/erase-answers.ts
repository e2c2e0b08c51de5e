import type { Db } from '../connection/database.js'

/** Erases what receivers answered to deliveries: they may have sent back what they got. */
export async function eraseAnswers(db: Db, deliveryIds: string[]): Promise<void> {
  await db.$executeRaw`
    UPDATE delivery_attempts SET response_body = NULL
     WHERE delivery_id = ANY (${deliveryIds}::uuid[]) AND response_body IS NOT NULL`
}
