import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from './icons.js'
import styles from './ui.module.css'

interface StatProps {
  label: string
  value: ReactNode | undefined
  note?: ReactNode
}

export function Stat({ label, value, note }: StatProps) {
  return (
    <div className={`${styles.card ?? ''} ${styles.stat ?? ''}`}>
      <span className={styles.statLabel}>{label}</span>
      {value === undefined ? (
        <Skeleton height={28} width={90} mt={8} />
      ) : (
        <span className={`${styles.statValue ?? ''} num`}>{value}</span>
      )}
      <span className={styles.statNote}>{note}</span>
    </div>
  )
}

/** The change from the previous period; empty if that period has no data. */
export function Change({ now, before, text }: { now: number; before: number; text: string }) {
  if (before === 0) return null
  const share = (now - before) / before
  const rises = share >= 0
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 3 }}>
      <Icon name={rises ? 'arrow-up-right' : 'arrow-down-right'} size={14} />
      {`${rises ? '+' : '−'}${Math.abs(share * 100).toFixed(0)} % ${text}`}
    </span>
  )
}
