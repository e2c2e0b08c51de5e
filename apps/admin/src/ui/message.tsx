import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.js'
import styles from './ui.module.css'

interface MessageProps {
  icon: IconName
  title: string
  text: ReactNode
  children?: ReactNode
  /** Shown inside a card or a list instead of on a whole page. */
  isInline?: boolean
}

/** Shown if there is no other content: an empty list, an error, a missing page. */
export function Message({ icon, title, text, children, isInline = false }: MessageProps) {
  return (
    <div className={isInline ? styles.messageInline : styles.message}>
      <span className={styles.messageIcon}>
        <Icon name={icon} size={24} />
      </span>
      {isInline ? (
        <h2 className={styles.messageTitle}>{title}</h2>
      ) : (
        <h1 className={styles.messageTitle}>{title}</h1>
      )}
      <div className={styles.messageText}>{text}</div>
      {children !== undefined && <div className={styles.messageActions}>{children}</div>}
    </div>
  )
}
