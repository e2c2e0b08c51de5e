import { toDomainHost } from '@throughline/core/net/domain-host'
import { writeAudit } from '@throughline/db/projects/audit'
import { inTransaction, type Database } from '@throughline/db/connection/database'
import { deleteDomain, findProvedHost } from '@throughline/db/projects/domains'
import { notifyProjectChange } from '@throughline/db/links/link-changes'
import { lockProject } from '@throughline/db/projects/projects'

/**
 * Removes a custom domain from the project that proved it, so that another can prove it. Links are no longer served
 * on it; API processes are notified. Throws if no project has proved it.
 */
export async function removeDomain(
  { database }: { database: Database },
  name: string,
): Promise<Record<string, unknown>> {
  const host = toDomainHost(name)
  if (host === null) throw new Error(`${name} is not a host name such as go.example.com.`)
  return inTransaction(database, async (db) => {
    const proved = await findProvedHost(db, host)
    if (proved === null) throw notProved(host)
    const { project } = proved
    await lockProject(db, project.id)
    if ((await findProvedHost(db, host))?.id !== proved.id)
      throw new Error(
        `${host} was just transferred to another project. Run this again to remove it from that project.`,
      )
    await deleteDomain(db, { projectId: project.id, host })
    await writeAudit(db, {
      projectId: project.id,
      actor: 'cli',
      action: 'domain.delete',
      target: `domain:${host}`,
    })
    await notifyProjectChange(db, project.id)
    return { removed: host, project_id: project.id, name: project.name, prefix: project.prefix }
  })
}

function notProved(host: string): Error {
  return new Error(
    `No project has proved ${host}, so there is nothing to remove. Any project can prove it by its TXT record.`,
  )
}
