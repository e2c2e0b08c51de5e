import { Switch } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { common } from '../texts/common.js'

/** Whether charts are shown as tables. One setting for all charts, stored in this browser. */
export function useAsTable(): [boolean, (isTable: boolean) => void] {
  const [isTable, setTable] = useLocalStorage({
    key: 'throughline-tables',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return [isTable, setTable]
}

/** The button that switches between chart and table. */
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
