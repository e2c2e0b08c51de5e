import type { Answer, Call } from '../../http/route.js'
import { presentApps } from './present-apps.js'
import type { AssociationKind } from '@throughline/core/association/effective-file'
import { presentFile } from './present-file.js'
import { domainError } from '@throughline/core/lib/errors'
import { findAssociation, type AssociationRecord } from '@throughline/db/projects/association'

/** Answers the apps from which the association files are made. */
export async function getApps(call: Call<object>): Promise<Answer> {
  return { status: 200, body: presentApps(await requireAssociation(call)) }
}

/** Answers the file that the project's link hosts serve, and where it comes from. */
export async function getFile(kind: AssociationKind, call: Call<object>): Promise<Answer> {
  return { status: 200, body: presentFile(kind, await requireAssociation(call)) }
}

/** What the files of the call's project come from; no other call reads it, since it may be a megabyte. */
async function requireAssociation({ db, project }: Call<object>): Promise<AssociationRecord> {
  const association = await findAssociation(db, project.id)
  if (association === null) throw domainError('not_found', 'There is no such project.')
  return association
}
