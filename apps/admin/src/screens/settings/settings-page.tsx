import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useProject } from '../../shell/project-context.js'
import { settings as texts } from '../../texts/settings.js'
import { PageHeader } from '../../ui/page-header.js'
import styles from './settings.module.css'

type Section = keyof typeof texts.sections

const SECTIONS = Object.keys(texts.sections) as Section[]

interface SettingsPageProps {
  section: Section
  /** Buttons beside the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of each settings page: its heading and the navigation to the others. */
export function SettingsPage({ section, actions, children }: SettingsPageProps) {
  const { prefix } = useProject().project
  const [title, lead] = texts.sections[section]
  return (
    <>
      <PageHeader title={title} lead={lead} crumb={texts.title}>
        {actions}
      </PageHeader>
      <div className={styles.page}>
        <nav className={styles.nav} aria-label={texts.title}>
          {SECTIONS.map((one) => (
            <Link
              key={one}
              to={`/p/$prefix/settings/${one}`}
              params={{ prefix }}
              className={styles.item}
            >
              {texts.sections[one][0]}
            </Link>
          ))}
        </nav>
        <div className={styles.content}>{children}</div>
      </div>
    </>
  )
}
