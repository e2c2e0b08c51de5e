import type { AssociationKind } from '@throughline/core/association/effective-file'
import type { Answer, Call } from '../../http/route.js'
import { presentFile } from './present-file.js'
import { requireAssociation } from './require-association.js'

/** Answers the file that the project's link hosts serve, and where it comes from. */
export async function getFile(kind: AssociationKind, call: Call<object>): Promise<Answer> {
  return { status: 200, body: presentFile(kind, await requireAssociation(call)) }
}
