import { useStoredDraft } from './use-stored-draft.js'

/** A form's values, and those that the record had when the edit began. */
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

/** The same changes on the record as it is now: a reload shows what others have changed, and keeps what was typed. */
export function rebase<Values extends object>(edit: Edit<Values>, current: Values): Edit<Values> {
  const typed = changesOf(edit.values, changedFields(edit))
  return { base: current, values: { ...current, ...typed } }
}

export function changedFields<Values extends object>({
  base,
  values,
}: Edit<Values>): (keyof Values)[] {
  // Both have the same names; `Object.keys` loses them.
  return (Object.keys(values) as (keyof Values)[]).filter((name) => values[name] !== base[name])
}

/** The part of a request that the user has changed: the API keeps what is missing. */
export function changesOf<Body extends object>(body: Body, changed: readonly PropertyKey[]) {
  const fields = Object.entries(body).filter(([name]) => changed.includes(name))
  return Object.fromEntries(fields) as Partial<Body>
}
