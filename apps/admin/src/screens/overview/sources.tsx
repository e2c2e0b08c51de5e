import { useSearch } from '@tanstack/react-router'
import type { Overview } from '../../api/types.js'
import { BarList } from '../../charts/bar-list.js'
import { overview as texts } from '../../texts/overview.js'
import { Card } from '../../ui/card.js'
import { ClickValue } from '../../ui/click-value.js'
import { formatCount } from '../../ui/format.js'
import { Segments } from '../../ui/segments.js'
import { useSetSearch } from '../../ui/use-search-param.js'

type Dimension = keyof typeof texts.dimensions

const FIRST = 'sources'
const CHOICES = Object.entries(texts.dimensions) as [Dimension, string][]

/** What the list of clicks calls each of them. */
const FILTERS: Readonly<Record<Dimension, string>> = {
  sources: 'source',
  referrers: 'referrer',
  countries: 'country',
  platforms: 'platform',
  browsers: 'browser',
}

/** Clicks by one dimension at a time. */
export function Sources({ data }: { data: Overview }) {
  const { by } = useSearch({ from: '/p/$prefix/overview' })
  const setSearch = useSetSearch()
  const dimension = CHOICES.find(([name]) => name === by)?.[0] ?? FIRST
  const days = { from: data.from, to: data.to }
  const rows = data[dimension].filter(({ clicks }) => clicks > 0)
  return (
    <Card
      title={texts.sources}
      aside={
        <Segments
          label={texts.dimension}
          options={CHOICES}
          value={dimension}
          onChange={(name) => setSearch({ by: name === FIRST ? undefined : name })}
        />
      }
    >
      {rows.length === 0 ? (
        <p className="soft">{texts.valuesEmpty}</p>
      ) : (
        <BarList
          items={rows.map(({ value, clicks, attributed }) => ({
            key: value,
            label: <ClickValue by={FILTERS[dimension]} value={value} search={days} />,
            count: clicks,
            note: attributed === 0 ? undefined : `· ${texts.installsOf(formatCount(attributed))}`,
          }))}
        />
      )}
    </Card>
  )
}
