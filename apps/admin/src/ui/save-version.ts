import { ApiError } from '../api/client.js'
import { changedFields, type Edit } from './use-edit.js'

interface VersionedRecord<Values, Stored, Output> {
  save: (version: number) => Promise<Output>
  read: () => Promise<Stored>
  valuesOf: (stored: Stored) => Values
}

/**
 * Saves a change of the version that a form shows. If the record has another version, reads it again: if the form's
 * fields are the same, saves the change of the new version. Otherwise the form shows both.
 * @throws ApiError `version_mismatch`
 */
export async function saveVersion<
  Values extends object,
  Stored extends { version: number },
  Output,
>(
  { base, version }: Edit<Values>,
  { save, read, valuesOf }: VersionedRecord<Values, Stored, Output>,
): Promise<Output> {
  try {
    return await save(version)
  } catch (error) {
    if (!isOutdated(error)) throw error
    const theirs = await read()
    if (changedFields({ base, values: valuesOf(theirs) }).length > 0) throw error
    return save(theirs.version)
  }
}

/** Whether another user has changed the record since it was read. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'version_mismatch'
}

/** The header that permits a change of this version only. */
export function ifMatch(version: number) {
  return { 'If-Match': `"${version}"` } as const
}
