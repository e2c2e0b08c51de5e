import { Button, Group } from '@mantine/core'
import { common } from '../texts/common.js'
import { changedFields, type Edit, type EditForm } from './use-edit.js'

const MOST_CHARACTERS = 80

interface ConflictProps<Values> {
  edit: EditForm<Values>
  labels: NoInfer<Readonly<Record<keyof Values, string>>>
  /** Words for values that are not texts as typed, such as ids. */
  describe?: (name: keyof Values, value: Values[keyof Values]) => string | undefined
  saving: { mutate: (edit: Edit<Values>) => void; reset: () => void }
}

/** What another user has changed since the form was opened, and the choice between the two versions. */
export function Conflict<Values extends object>(props: ConflictProps<Values>) {
  const { edit, labels, describe, saving } = props
  const { base, values, latest, changed } = edit
  const words = (name: keyof Values, value: Values[keyof Values]) =>
    describe?.(name, value) ?? wordsOf(value)
  const load = () => {
    edit.reset()
    saving.reset()
  }
  return (
    <>
      <strong>{common.outdated}</strong>
      <ul>
        {changedFields({ base, values: latest.base }).map((name) => {
          const theirs = words(name, latest.base[name])
          return (
            <li key={String(name)}>
              {changed.includes(name)
                ? common.outdatedBoth(labels[name], theirs, words(name, values[name]))
                : common.outdatedTheirs(labels[name], words(name, base[name]), theirs)}
            </li>
          )
        })}
      </ul>
      <p>{common.outdatedText}</p>
      <Group mt="xs" gap={8}>
        <Button size="xs" variant="default" onClick={load}>
          {common.loadTheirs}
        </Button>
        <Button size="xs" onClick={() => saving.mutate(edit.keep())}>
          {common.saveMine}
        </Button>
      </Group>
    </>
  )
}

function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? common.yes : common.no
  if (typeof value === 'number') return String(value)
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : ''
  if (text === '') return common.empty
  if (text.startsWith('data:')) return common.aPicture
  return text.length > MOST_CHARACTERS ? `“${text.slice(0, MOST_CHARACTERS)}…”` : `“${text}”`
}
