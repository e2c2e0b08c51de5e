import { useStoredDraft } from './use-stored-draft.js'

/** A form's values, and the record's values when the edit began. */
export interface Edit<Values> {
  base: Values
  values: Values
}

/** The values of a form, which survive a reload, and which of them the user has changed. */
export function useEdit<Values extends object>(name: string, current: Values) {
  const [edit, setEdit, forget] = useStoredDraft<Edit<Values>>(
    name,
    { base: current, values: current },
    (stored) => rebase(stored, current),
  )
  return {
    values: edit.values,
    set: (change: Partial<Values>) => setEdit({ ...edit, values: { ...edit.values, ...change } }),
    changed: changedFields(edit),
    forget,
  }
}

/** Applies the user's changes to the current record, so a reload shows others' changes and keeps typed values. */
export function rebase<Values extends object>(edit: Edit<Values>, current: Values): Edit<Values> {
  const typed = changesOf(edit.values, changedFields(edit))
  return { base: current, values: { ...current, ...typed } }
}

export function changedFields<Values extends object>({
  base,
  values,
}: Edit<Values>): (keyof Values)[] {
  // Both have the same keys; the type of `Object.keys` is only string[].
  return (Object.keys(values) as (keyof Values)[]).filter((name) => values[name] !== base[name])
}

/** Returns the changed fields for the request. The API keeps fields that are missing. */
export function changesOf<Body extends object>(body: Body, changed: readonly PropertyKey[]) {
  const fields = Object.entries(body).filter(([name]) => changed.includes(name))
  return Object.fromEntries(fields) as Partial<Body>
}
