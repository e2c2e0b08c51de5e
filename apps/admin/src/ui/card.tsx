import type { CSSProperties, ReactNode } from 'react'
import styles from './ui.module.css'

interface CardProps {
  title?: string
  aside?: ReactNode
  children: ReactNode
  /** For tables, which have their own padding. */
  isFlush?: boolean
  style?: CSSProperties
}

export function Card({ title, aside, children, isFlush = false, style }: CardProps) {
  return (
    <section
      className={styles.card}
      style={style}
      {...(title === undefined ? {} : { 'aria-label': title })}
    >
      {(title !== undefined || aside !== undefined) && (
        <div className={styles.cardHead}>
          {title !== undefined && <h2 className={styles.cardTitle}>{title}</h2>}
          {aside}
        </div>
      )}
      {isFlush ? children : <div className={styles.cardBody}>{children}</div>}
    </section>
  )
}

export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
