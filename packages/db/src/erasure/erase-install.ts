// Raw SQL: Prisma has no row locks.
import type { Db } from '../connection/database.js'
import { eraseInstalls } from './erase-installs.js'
import {
  addToErasure,
  findErasureOfInstall,
  finishErasure,
  insertInstallErasure,
} from './erasures.js'

/**
 * Erases one install and writes its receipt. Run in a transaction.
 *
 * @returns the erasure; the earlier one if the install was erased before. Null if there is no such install
 */
export async function eraseInstall(
  db: Db,
  key: { projectId: string; installId: string },
): Promise<{ erasureId: string; isNew: boolean } | null> {
  const { projectId, installId } = key
  // Locked first, so that the second of two concurrent calls finds what the first has done.
  await db.$queryRaw`
    SELECT FROM installs WHERE project_id = ${projectId}::uuid AND install_id = ${installId}::uuid FOR UPDATE`
  const earlier = await findErasureOfInstall(db, key)
  if (earlier === undefined) return null
  if (earlier !== null) return { erasureId: earlier, isNew: false }
  const erasureId = await insertInstallErasure(db, projectId)
  const done = await eraseInstalls(db, { projectId, installIds: [installId], erasureId })
  await addToErasure(db, erasureId, done)
  await finishErasure(db, erasureId)
  return { erasureId, isNew: true }
}
