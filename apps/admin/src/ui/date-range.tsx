import { TextInput } from '@mantine/core'
import { common } from '../texts/common.js'
import type { DayRange } from './day-range.js'
import styles from './ui.module.css'
import { useSetSearch } from './use-search-param.js'

interface DateRangeProps {
  range: DayRange
  /** What the days are about, shown before them. */
  label?: string
}

/** Selects two days; both are stored in the address. */
export function DateRange({ range, label }: DateRangeProps) {
  const { from = '', to = '' } = range
  const setSearch = useSetSearch()
  const set = (name: 'from' | 'to', value: string) =>
    setSearch({ [name]: value === '' ? undefined : value })
  return (
    <div className={styles.range} role="group" aria-label={label ?? common.span}>
      {label !== undefined && <span className="soft small">{label}</span>}
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
