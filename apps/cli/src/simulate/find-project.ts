import type { Db } from '@throughline/db/connection/database'
import { listProjectsOfLink, type ProjectRecord } from '@throughline/db/projects/projects'
import { requireProject } from '../commands/create-token.js'

/** The named project, otherwise the only one that has the link. */
export async function findProjectOfLink(
  db: Db,
  { project, link }: { project?: string; link?: string },
): Promise<ProjectRecord> {
  if (project !== undefined) return requireProject(db, project)
  if (link === undefined) throw new Error('--project: Name a project by its id or prefix.')
  const [found, ...others] = await listProjectsOfLink(db, link)
  if (found === undefined) throw new Error(`No project has a link ${link}.`)
  if (others.length === 0) return found
  const prefixes = [found, ...others].map(({ prefix }) => prefix).join(', ')
  throw new Error(`Several projects have a link ${link}: ${prefixes}. Name one with --project.`)
}
