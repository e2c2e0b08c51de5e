import { checkFile, type AssociationKind } from '@throughline/core/association/effective-file'
import { saveAssociation } from '@throughline/db/projects/association'
import { writeAudit } from '@throughline/db/projects/audit'
import { notifyProjectChange } from '@throughline/db/links/link-changes'
import { credentialOf } from '../../http/authenticate.js'
import type { Answer, Call } from '../../http/route.js'
import { presentFile } from './present-file.js'
import { rejectProblems } from './reject-problems.js'

const COLUMNS = {
  'asset-links': 'assetLinks',
  'app-site-association': 'appSiteAssociation',
} as const

/** Keeps the file as the owner pastes it, byte for byte; null takes it back. */
export async function putFile(kind: AssociationKind, call: Call<object>): Promise<Answer> {
  const { db, body, bodyText } = call
  const text = body === null ? null : bodyText
  if (text !== null) rejectProblems('The file', checkFile(kind, text), fieldOf)
  const project = await saveAssociation(db, call.project.id, { [COLUMNS[kind]]: text })
  await writeAudit(db, {
    projectId: project.id,
    actor: credentialOf(call.actor),
    action: `${kind}.${text === null ? 'clear' : 'update'}`,
    target: `project:${project.id}`,
    details: text === null ? {} : { bytes: Buffer.byteLength(text) },
  })
  await notifyProjectChange(db, project.id)
  return { status: 200, body: presentFile(kind, project) }
}

function fieldOf(path: string): string {
  return path === '' ? 'body' : path
}
