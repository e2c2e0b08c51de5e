import { domainError } from '@throughline/core/lib/errors'
import { findAssociation, type AssociationRecord } from '@throughline/db/projects/association'
import type { Call } from '../../http/route.js'

/** What the files of the call's project come from; no other call reads it, since it may be a megabyte. */
export async function requireAssociation({
  db,
  project,
}: Call<object>): Promise<AssociationRecord> {
  const association = await findAssociation(db, project.id)
  if (association === null) throw domainError('not_found', 'There is no such project.')
  return association
}
