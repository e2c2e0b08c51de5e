// Raw SQL: Prisma has no row locks.
import type { Db } from '../connection/database.js'
import { eraseInstalls } from './erase-installs.js'
import {
  addToErasure,
  findErasureOfInstall,
  finishErasure,
  insertInstallErasure,
} from './erasures.js'

/** Erases an install in the caller's transaction. Returns the receipt, perhaps an earlier one, or null if unknown. */
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
