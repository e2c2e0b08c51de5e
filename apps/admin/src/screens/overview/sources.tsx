import { useState } from 'react'
import type { Overview } from '../../api/types.js'
import { BarList } from '../../charts/bar-list.js'
import { overview as texts } from '../../texts/overview.js'
import { Card } from '../../ui/card.js'
import { formatCount } from '../../ui/format.js'
import { Segments } from '../../ui/segments.js'
import styles from './overview.module.css'

type Dimension = keyof typeof texts.dimensions

const CHOICES = Object.entries(texts.dimensions) as [Dimension, string][]

/** Clicks by one dimension at a time. */
export function Sources({ data }: { data: Overview }) {
  const [dimension, setDimension] = useState<Dimension>('sources')
  const rows = data[dimension].filter(({ clicks }) => clicks > 0)
  return (
    <div className={styles.wide}>
      <Card
        title={texts.sources}
        aside={
          <Segments
            label={texts.dimension}
            options={CHOICES}
            value={dimension}
            onChange={setDimension}
          />
        }
      >
        {rows.length === 0 ? (
          <p className="soft">{texts.valuesEmpty}</p>
        ) : (
          <BarList
            items={rows.map(({ value, clicks, attributed }) => ({
              key: value,
              label: nameOf(dimension, value),
              count: clicks,
              note: attributed === 0 ? undefined : `· ${texts.installsOf(formatCount(attributed))}`,
            }))}
          />
        )}
      </Card>
    </div>
  )
}

const regions = new Intl.DisplayNames('en', { type: 'region' })

function nameOf(dimension: Dimension, value: string): string {
  const known = (texts.values as Readonly<Record<string, string>>)[value]
  if (known !== undefined) return known
  if (dimension !== 'countries' || !/^[A-Z]{2}$/.test(value)) return value
  return regions.of(value) ?? value
}
