import type { Answer, Call } from '../../http/route.js'
import { presentApps } from './present-apps.js'
import type { AssociationKind } from '@throughline/core/association/effective-file'
import { presentFile } from './present-file.js'
import { domainError } from '@throughline/core/lib/errors'
import { findAssociation, type AssociationRecord } from '@throughline/db/projects/association'

export async function getApps(call: Call<object>): Promise<Answer> {
  return { status: 200, body: presentApps(await requireAssociation(call)) }
}

export async function getFile(kind: AssociationKind, call: Call<object>): Promise<Answer> {
  return { status: 200, body: presentFile(kind, await requireAssociation(call)) }
}

/** Read only by these operations, because it may be a megabyte. */
async function requireAssociation({ db, project }: Call<object>): Promise<AssociationRecord> {
  const association = await findAssociation(db, project.id)
  if (association === null) throw domainError('not_found', 'This project does not exist.')
  return association
}
