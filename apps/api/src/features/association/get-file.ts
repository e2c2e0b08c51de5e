import type { AssociationKind } from '@throughline/core/association/effective-file'
import type { Answer, Call } from '../../http/route.js'
import { presentFile } from './present-file.js'

/** Answers the file that the project's link hosts serve, and where it comes from (contract §5). */
export function getFile(kind: AssociationKind, { project }: Call<object>): Promise<Answer> {
  return Promise.resolve({ status: 200, body: presentFile(kind, project) })
}
