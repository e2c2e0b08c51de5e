import {
  checkFile,
  effectiveFile,
  type AssociationKind,
} from '@throughline/core/association/effective-file'
import type { FileProblem } from '@throughline/core/association/file-problem'
import type { AssociationRecord } from '@throughline/db/projects/association'

export function presentFile(kind: AssociationKind, project: AssociationRecord) {
  const { source, text } = effectiveFile(kind, project)
  return { source, file: text, hints: text === null ? [] : presentHints(checkFile(kind, text)) }
}

/** Only warnings: files with errors are never saved. */
export function presentHints(problems: readonly FileProblem[]) {
  return problems
    .filter(({ severity }) => severity === 'warning')
    .map(({ rule, path, message }) => ({ rule, path, message }))
}
