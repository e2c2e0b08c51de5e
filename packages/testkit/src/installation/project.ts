import { formatAdminToken, generateAdminToken } from '@throughline/core/security/admin-token'
import { openDatabase } from '@throughline/db/connection/database'
import { insertAdminToken } from '@throughline/db/projects/admin-tokens'
import { insertProject } from '@throughline/db/projects/projects'
import type { Installation } from '../installation.js'

export interface ProjectAccess {
  projectKey: string
  adminToken: string
  linkHost: string
}

export async function createProject(
  { postgres, env }: Pick<Installation, 'postgres' | 'env'>,
  { name, prefix }: { name: string; prefix: string },
): Promise<ProjectAccess> {
  const database = openDatabase({ url: postgres.url, poolMax: 1 })
  try {
    const project = await insertProject(database.prisma, { name, prefix })
    const { secret, hash } = generateAdminToken()
    const token = { projectId: project.id, name, secretHash: hash }
    const { id } = await insertAdminToken(database.prisma, token)
    return {
      projectKey: project.key,
      adminToken: formatAdminToken(id, secret),
      linkHost: `${prefix}.${env['LINK_BASE_HOST'] ?? ''}`,
    }
  } finally {
    await database.close()
  }
}
