import { useStoredDraft } from './use-stored-draft.js'

/** A form's values, and the record's values when the edit began. */
export interface Edit<Values> {
  base: Values
  values: Values
  /** The version of the record that has the values of `base`. */
  version: number
}

export interface EditForm<Values> extends Edit<Values> {
  /** The record as it was last read. */
  latest: Edit<Values>
  /** The fields that the user has changed. */
  changed: (keyof Values)[]
  set: (change: Partial<Values>) => void
  /** Takes the record's values, and forgets what was typed. */
  reset: () => void
  /** Applies what was typed to the record as it was last read. */
  keep: () => Edit<Values>
  /** Deletes the stored draft. The form keeps its values until it is closed. */
  forget: () => void
}

/**
 * The values of a form, which survive a reload. Until the user changes one, they follow the record.
 * @param version of the record that has the values of `current`; 0 for a new one
 */
export function useEdit<Values extends object>(
  name: string,
  current: Values,
  version = 0,
): EditForm<Values> {
  const latest = { base: current, values: current, version }
  const [stored, store, forget] = useStoredDraft<Edit<Values>>(name, latest, (draft) =>
    rebase(draft, latest),
  )
  const edit = changedFields(stored).length === 0 ? latest : stored
  return {
    ...edit,
    latest,
    changed: changedFields(edit),
    set: (change) => store({ ...edit, values: { ...edit.values, ...change } }),
    reset: () => forget(latest),
    keep: () => {
      const next = rebase(edit, latest)
      store(next)
      return next
    },
    forget: () => forget(),
  }
}

/** Applies the user's changes to the current record, so a reload shows others' changes and keeps typed values. */
export function rebase<Values extends object>(
  edit: Edit<Values>,
  { base, version }: Omit<Edit<Values>, 'values'>,
): Edit<Values> {
  const typed = changesOf(edit.values, changedFields(edit))
  return { base, values: { ...base, ...typed }, version }
}

export function changedFields<Values extends object>({
  base,
  values,
}: Pick<Edit<Values>, 'base' | 'values'>): (keyof Values)[] {
  // Both have the same keys; the type of `Object.keys` is only string[].
  const names = Object.keys(values) as (keyof Values)[]
  return names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(base[name]))
}

/** Returns the changed fields for the request. The API keeps fields that are missing. */
export function changesOf<Body extends object>(body: Body, changed: readonly PropertyKey[]) {
  const fields = Object.entries(body).filter(([name]) => changed.includes(name))
  return Object.fromEntries(fields) as Partial<Body>
}
