import { TextInput } from '@mantine/core'
import { common } from '../texts/common.js'
import type { DayRange } from './day-range.js'
import styles from './ui.module.css'
import { useSetSearch } from './use-search-param.js'

/** Selects two days; both are stored in the address. */
export function DateRange({ range }: { range: DayRange }) {
  const { from = '', to = '' } = range
  const setSearch = useSetSearch()
  const set = (name: 'from' | 'to', value: string) =>
    setSearch({ [name]: value === '' ? undefined : value })
  return (
    <div className={styles.range} role="group" aria-label={common.span}>
      <TextInput
        type="date"
        aria-label={common.from}
        value={from}
        max={to}
        onChange={(event) => set('from', event.currentTarget.value)}
      />
      <span aria-hidden="true">–</span>
      <TextInput
        type="date"
        aria-label={common.to}
        value={to}
        min={from}
        onChange={(event) => set('to', event.currentTarget.value)}
      />
    </div>
  )
}
