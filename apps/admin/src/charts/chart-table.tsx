import { common } from '../texts/common.js'
import { formatCount } from '../ui/format.js'
import type { ChartContent } from './scale.js'
import styles from './charts.module.css'

/** The numbers of the chart as a table. */
export function ChartTable({ label, dates, series, height, formatDate }: ChartContent) {
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
              <th scope="row">{formatDate(date)}</th>
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
