import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.js'
import styles from './ui.module.css'

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'idle'

/** A state, shown by text and color, never by color alone. */
export function Badge({
  tone,
  icon,
  children,
}: {
  tone: Tone
  icon?: IconName
  children: ReactNode
}) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon !== undefined && <Icon name={icon} size={14} />}
      {children}
    </span>
  )
}
