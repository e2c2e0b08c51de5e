import type { Answer, Call } from '../../http/route.js'
import {
  type AssociationKind,
  checkFile,
  effectiveFile,
} from '@throughline/core/association/effective-file'
import { domainError } from '@throughline/core/lib/errors'
import { findAssociation, type AssociationRecord } from '@throughline/db/projects/association'
import { projectApps } from '@throughline/contracts/association'
import { checkApps } from '@throughline/core/association/check-apps'
import type { FileProblem } from '@throughline/core/association/file-problem'

export async function getApps(call: Call<object>): Promise<Answer> {
  return { status: 200, body: presentApps(await requireAssociation(call)) }
}

export async function getFile(kind: AssociationKind, call: Call<object>): Promise<Answer> {
  return { status: 200, body: presentFile(kind, await requireAssociation(call)) }
}

/** Only these operations read the file, because it may have a megabyte. */
export async function requireAssociation({
  db,
  project,
}: Pick<Call, 'db' | 'project'>): Promise<AssociationRecord> {
  const association = await findAssociation(db, project.id)
  if (association === null) throw domainError('not_found', 'This project does not exist.')
  return association
}

export function presentApps(project: AssociationRecord) {
  const apps = projectApps.parse(project.apps)
  return {
    ...apps,
    hints: [
      ...presentHints(checkApps(apps)),
      ...pastedHint('android', 'asset-links', project.assetLinks),
      ...pastedHint('ios', 'app-site-association', project.appSiteAssociation),
    ],
  }
}

function pastedHint(path: string, kind: string, pasted: string | null) {
  if (pasted === null) return []
  const message = `A pasted file is served instead of the file made from these apps; to remove it, PUT null to /api/project/${kind}.`
  return [{ rule: 'pasted_file', path, message }]
}

export function presentFile(kind: AssociationKind, project: AssociationRecord) {
  const { source, text } = effectiveFile(kind, project)
  return { source, file: text, hints: text === null ? [] : presentHints(checkFile(kind, text)) }
}

/** Returns only warnings, because files with errors are never saved. */
function presentHints(problems: readonly FileProblem[]) {
  return problems
    .filter(({ severity }) => severity === 'warning')
    .map(({ rule, path, message }) => ({ rule, path, message }))
}
