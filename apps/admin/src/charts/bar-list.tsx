import type { ReactNode } from 'react'
import { formatCount } from '../ui/format.js'
import styles from './charts.module.css'

export interface BarItem {
  key: string
  label: ReactNode
  count: number
  note?: ReactNode
}

/** Values as bars, the largest first. */
export function BarList({ items }: { items: readonly BarItem[] }) {
  const top = Math.max(1, ...items.map(({ count }) => count))
  return (
    <ol className={styles.bars}>
      {items.map(({ key, label, count, note }) => (
        <li key={key} className={styles.bar}>
          <span className={styles.barFill} style={{ width: `${(count / top) * 100}%` }} />
          <span className="clip">{label}</span>
          <span className="num" style={{ whiteSpace: 'nowrap' }}>
            {formatCount(count)}
            {note !== undefined && <span className="soft"> {note}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
