import { createHash } from 'node:crypto'
import { effectiveFile, type AssociationKind } from '@throughline/core/association/effective-file'
import { findAssociation } from '@throughline/db/projects/association'
import type { Db } from '@throughline/db/connection/database'

/** An association file as a link host answers it. */
export interface ServedFile {
  /** Null where the project has none. */
  text: string | null
  /** For ETag, quotes included. */
  tag: string
  /** About what it takes to be kept. */
  bytes: number
}

/** What keeping one takes beside its text. */
const OWN_BYTES = 200

export const NO_FILE: ServedFile = { text: null, tag: '""', bytes: OWN_BYTES }

/** Reads a project's file and makes its tag; null where there is no such project. */
export async function loadServedFile(
  db: Db,
  projectId: string,
  kind: AssociationKind,
): Promise<ServedFile | null> {
  const association = await findAssociation(db, projectId)
  if (association === null) return null
  const { text } = effectiveFile(kind, association)
  if (text === null) return NO_FILE
  const hash = createHash('sha256').update(text).digest('base64url')
  // A character beyond Latin-1 makes each take two bytes.
  return { text, tag: `"${hash.slice(0, 27)}"`, bytes: OWN_BYTES + 2 * text.length }
}
