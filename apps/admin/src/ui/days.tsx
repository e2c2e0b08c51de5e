import { serverNow } from '../api/server-clock.js'
import { searchOf } from '../router-search.js'
import { common } from '../texts/common.js'
import { DateRange } from './date-range.js'
import { addDays, dayOf, isWhole, toDay, type DayRange, type Span } from './day-range.js'
import { Segments } from './segments.js'
import { useSetSearch } from './use-search-param.js'

const CHOICES = [7, 30, 90] as const
const DEFAULT_DAYS = 30
const CUSTOM = 'custom'

function toDays(text: string | undefined): number {
  const days = Number(text)
  return CHOICES.find((choice) => choice === days) ?? DEFAULT_DAYS
}

export interface SpanSearch extends DayRange {
  days?: string | undefined
}

/** What the address says: two days, or days up to today. */
export function toSpan({ days, from, to }: SpanSearch): Span {
  const range = { from, to }
  return isWhole(range) ? range : { days: toDays(days) }
}

/** Days up to today, or two days of the reader's choice. */
export function SpanChoice({ search }: { search: SpanSearch }) {
  const setSearch = useSetSearch()
  const days = toDays(search.days)
  const range = { from: search.from, to: search.to }
  const isCustom = range.from !== undefined || range.to !== undefined
  const choose = (value: string) => {
    if (value === CUSTOM) {
      const today = toDay(new Date(serverNow()))
      setSearch({ from: addDays(today, 1 - days), to: today, days: undefined })
    } else {
      const isDefault = Number(value) === DEFAULT_DAYS
      setSearch({ days: isDefault ? undefined : value, from: undefined, to: undefined })
    }
  }
  return (
    <>
      {isCustom && <DateRange range={range} />}
      <Segments
        label={common.span}
        options={[
          ...CHOICES.map((choice) => [String(choice), common.days(String(choice))] as const),
          [CUSTOM, common.custom],
        ]}
        value={isCustom ? CUSTOM : String(days)}
        onChange={choose}
      />
    </>
  )
}

/** Keeps the days on another screen. */
export const sameSpan = searchOf('days', 'from', 'to')

/** Opens a range of a chart. The browser's back button leaves it. */
export function useZoom(dates: readonly string[]) {
  const setSearch = useSetSearch()
  return (first: number, last: number) => {
    const [from, to] = [dates[first], dates[last]]
    if (from === undefined || to === undefined) return
    setSearch({ from: dayOf(from), to: dayOf(to), days: undefined }, { keepsPage: true })
  }
}
