import { Button, Checkbox } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { common } from '../texts/common.js'
import styles from './ui.module.css'

/** Rows that are selected for an action, by their keys. */
export interface Choice {
  chosen: ReadonlySet<string>
  set: (key: string, isChosen: boolean) => void
  all: { isPossible: boolean; isChosen: boolean; set: (isChosen: boolean) => void }
}

/** Selects rows of the shown page only, so that nobody changes a record that they do not see. */
export function useChoice(shown: readonly string[]): Choice {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const chosen = new Set(shown.filter((key) => keys.has(key)))
  return {
    chosen,
    set: (key, isChosen) => {
      const next = new Set(chosen)
      if (isChosen) next.add(key)
      else next.delete(key)
      setKeys(next)
    },
    all: {
      isPossible: shown.length > 0,
      isChosen: shown.length > 0 && chosen.size === shown.length,
      set: (isChosen) => setKeys(new Set(isChosen ? shown : [])),
    },
  }
}

/** Stands before the header of the first column. */
export function ChooseAll({ choice }: { choice: Choice }) {
  return (
    <Checkbox
      size="xs"
      className={styles.chooseAll}
      aria-label={common.chooseAll}
      // While the rows are read, a click would select none of them.
      disabled={!choice.all.isPossible}
      checked={choice.all.isChosen}
      indeterminate={choice.chosen.size > 0 && !choice.all.isChosen}
      onChange={(event) => choice.all.set(event.currentTarget.checked)}
    />
  )
}

interface ChoiceBoxProps {
  choice: Choice
  id: string
  /** The row as a reader calls it. */
  name: string
}

export function ChoiceBox({ choice, id, name }: ChoiceBoxProps) {
  return (
    <Checkbox
      size="xs"
      className={styles.choiceBox}
      aria-label={`${common.choose} ${name}`}
      checked={choice.chosen.has(id)}
      onChange={(event) => choice.set(id, event.currentTarget.checked)}
    />
  )
}

/** What can be done with the selected rows. */
export function ChosenBar({ choice, children }: { choice: Choice; children: ReactNode }) {
  const { size } = choice.chosen
  if (size === 0) return null
  return (
    <div className={styles.chosen}>
      <span className="num" role="status">
        {common.chosen(size)}
      </span>
      <Button variant="default" size="xs" onClick={() => choice.all.set(false)}>
        {common.clearChoice}
      </Button>
      {children}
    </div>
  )
}
