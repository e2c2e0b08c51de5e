import { common } from '../texts/common.js'
import { formatCount, formatDay } from '../ui/format.js'
import type { Series } from './scale.js'
import styles from './charts.module.css'

/** The same numbers as the drawing, for readers who do not see it. */
export function ChartTable(props: {
  label: string
  dates: readonly string[]
  series: readonly Series[]
}) {
  const { label, dates, series } = props
  return (
    <details className={styles.details}>
      <summary>{common.showTable}</summary>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
        <table>
          <thead>
            <tr>
              <th scope="col">{common.day}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {dates.map((date, index) => (
              <tr key={date}>
                <th scope="row">{formatDay(date)}</th>
                {series.map(({ name, values }) => (
                  <td key={name} className="num">
                    {formatCount(values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
