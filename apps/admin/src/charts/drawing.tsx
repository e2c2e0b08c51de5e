import { Switch } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { common } from '../texts/common.js'

/** Whether drawings are shown as tables: one choice for all of them, kept in this browser. */
export function useAsTable(): [boolean, (isTable: boolean) => void] {
  const [isTable, setTable] = useLocalStorage({
    key: 'throughline-tables',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return [isTable, setTable]
}

/** In the head of every drawing. */
export function TableSwitch() {
  const [isTable, setTable] = useAsTable()
  return (
    <Switch
      size="xs"
      label={common.showTable}
      checked={isTable}
      onChange={(event) => setTable(event.currentTarget.checked)}
    />
  )
}
