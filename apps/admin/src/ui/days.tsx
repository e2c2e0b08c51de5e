import { common } from '../texts/common.js'
import { Segments } from './segments.js'
import { useSetSearch } from './use-search-param.js'

const CHOICES = [7, 30, 90] as const
const DEFAULT_DAYS = 30

export function toDays(text: string | undefined): number {
  const days = Number(text)
  return CHOICES.find((choice) => choice === days) ?? DEFAULT_DAYS
}

/** The time span, in the address. */
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
