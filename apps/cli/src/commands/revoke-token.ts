import { parseIntegerId } from '@throughline/core/lib/ids'
import { findAdminToken, revokeAdminToken } from '@throughline/db/projects/admin-tokens'
import { writeAudits } from '@throughline/db/projects/audit'
import { inTransaction, type Database } from '@throughline/db/connection/database'
import { lockProject } from '@throughline/db/projects/projects'

/** Revokes a token and, by default, its descendants. Throws if there is no such active token. */
export async function revokeToken(
  database: Database,
  idText: string,
  { keepChildren = false }: { keepChildren?: boolean },
): Promise<{
  id: number
  project_id: string
  revoked_descendants: { id: number; name: string }[]
}> {
  const id = parseIntegerId(idText)
  if (id === null)
    throw new Error(`${idText} is not the id of a token: use the number before its |.`)
  return inTransaction(database, async (db) => {
    const token = await findAdminToken(db, id)
    if (token === null) throw notLive(id)
    const { projectId } = token
    await lockProject(db, projectId)
    const revoked = await revokeAdminToken(db, { projectId, id, keepChildren })
    if (revoked.length === 0) throw notLive(id)
    await writeAudits(
      db,
      revoked.map((each) => ({
        projectId,
        actor: 'cli',
        action: 'token.delete',
        target: `token:${each.id}`,
        details: each.id === id ? {} : { revoked_with: id },
      })),
    )
    const descendants = revoked.filter((each) => each.id !== id)
    return { id, project_id: projectId, revoked_descendants: descendants }
  })
}

function notLive(id: number): Error {
  return new Error(`Token ${id} does not exist or is already revoked.`)
}
