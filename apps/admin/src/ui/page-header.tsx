import { useEffect, useRef, type ReactNode } from 'react'
import { common } from '../texts/common.js'
import styles from './ui.module.css'
import { usePageFocus } from './use-page-focus.js'

interface PageHeaderProps {
  title: string
  lead?: ReactNode
  /** Shown above the title: the link back to the list. */
  crumb?: ReactNode
  children?: ReactNode
}

/** The heading of a screen. After a navigation it gets the focus, and the window its title. */
export function PageHeader({ title, lead, crumb, children }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${common.product}`
  }, [title])
  usePageFocus(heading)
  return (
    <header className={styles.header}>
      <div style={{ minWidth: 0 }}>
        {crumb !== undefined && <div className={styles.crumb}>{crumb}</div>}
        <h1 ref={heading} className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <div className={styles.lead}>{lead}</div>}
      </div>
      {children !== undefined && <div className={styles.headerActions}>{children}</div>}
    </header>
  )
}
