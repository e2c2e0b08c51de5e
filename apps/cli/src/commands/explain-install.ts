import { explainInstall } from '@throughline/core/matching/explain-install'
import { isUuid } from '@throughline/core/lib/ids'
import type { Db } from '@throughline/db/connection/database'
import { findDecidedInstall, listProjectsOfInstall } from '@throughline/db/attribution/installs'
import { requireProject } from './create-token.js'

type InstallExplanation = ReturnType<typeof explainInstall>

export interface ProjectExplanation extends InstallExplanation {
  project: { id: string; prefix: string }
}

/** Explains an install by its id. Throws if it is unknown, or known to several projects and none is named. */
export async function explainInstallOf(
  db: Db,
  installId: string,
  projectName?: string,
): Promise<ProjectExplanation> {
  if (!isUuid(installId))
    throw new Error(`${installId} is not an install id: use the UUID that the app sent.`)
  const project = await findProject(db, installId, projectName)
  const install = await findDecidedInstall(db, { projectId: project.id, installId })
  if (install === null)
    throw new Error(`The project ${project.prefix} has no install ${installId}.`)
  return { project, ...explainInstall(install) }
}

async function findProject(
  db: Db,
  installId: string,
  name: string | undefined,
): Promise<ProjectExplanation['project']> {
  if (name !== undefined) {
    const { id, prefix } = await requireProject(db, name)
    return { id, prefix }
  }
  const [project, ...others] = await listProjectsOfInstall(db, installId)
  if (project === undefined) throw new Error(`No project has an install ${installId}.`)
  if (others.length === 0) return project
  const prefixes = [project, ...others].map(({ prefix }) => prefix).join(', ')
  throw new Error(
    `Several projects have an install ${installId}: ${prefixes}. Name one with --project.`,
  )
}
