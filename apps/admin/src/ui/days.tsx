import { common } from '../texts/common.js'
import { DateRange } from './date-range.js'
import { toDay, type DayRange } from './day-range.js'
import { Segments } from './segments.js'
import { useSetSearch } from './use-search-param.js'

const CHOICES = [7, 30, 90] as const
const DEFAULT_DAYS = 30
const CUSTOM = 'custom'

export function toDays(text: string | undefined): number {
  const days = Number(text)
  return CHOICES.find((choice) => choice === days) ?? DEFAULT_DAYS
}

/** The time span from the address. */
export function DaysSegments({ days }: { days: number }) {
  const setSearch = useSetSearch()
  return (
    <Segments
      label={common.span}
      options={CHOICES.map((choice) => [String(choice), common.days(String(choice))] as const)}
      value={String(days)}
      onChange={(value) => setSearch({ days: Number(value) === DEFAULT_DAYS ? undefined : value })}
    />
  )
}

/** Selects a number of days up to today, or a range of days. */
export function SpanChoice({ days, range }: { days: number; range: DayRange }) {
  const setSearch = useSetSearch()
  const isCustom = range.from !== undefined || range.to !== undefined
  const choose = (value: string) => {
    if (value === CUSTOM)
      setSearch({ from: toDay(daysAgo(days - 1)), to: toDay(daysAgo(0)), days: undefined })
    else {
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

function daysAgo(days: number): Date {
  const date = new Date()
  date.setDate(date.getDate() - days)
  return date
}
