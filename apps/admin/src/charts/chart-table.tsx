import { common } from '../texts/common.js'
import { formatCount, formatDay } from '../ui/format.js'
import type { Series } from './scale.js'
import styles from './charts.module.css'

/** The same numbers as the drawing. */
export function ChartTable(props: {
  label: string
  dates: readonly string[]
  series: readonly Series[]
  height: number
}) {
  const { label, dates, series, height } = props
  return (
    <div className={styles.scroll} style={{ height }} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table} aria-label={label}>
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
  )
}
