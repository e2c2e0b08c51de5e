import type { Db } from '../connection/database.js'

/** Erases the response bodies of deliveries: receivers may have sent back what they got. */
export async function eraseAnswers(db: Db, deliveryIds: string[]): Promise<void> {
  await db.deliveryAttempt.updateMany({
    where: { deliveryId: { in: deliveryIds }, responseBody: { not: null } },
    data: { responseBody: null },
  })
}
