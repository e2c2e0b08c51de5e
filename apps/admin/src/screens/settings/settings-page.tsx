import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useProject } from '../../shell/project-context.js'
import { settings as texts } from '../../texts/settings.js'
import { PageHeader } from '../../ui/page-header.js'
import { ViewActions } from '../../ui/view-actions.js'
import styles from './settings.module.css'

type Section = keyof typeof texts.sections

const SECTIONS = Object.keys(texts.sections) as Section[]

/** The request whose answer a section shows. */
const PATHS: Readonly<Record<Section, string>> = {
  general: '/api/project',
  members: '/api/project/members',
  tokens: '/api/project/tokens',
  'app-links': '/api/project/apps',
  domains: '/api/project/domains',
  attribution: '/api/project',
  privacy: '/api/project',
  audit: '/api/audit',
}

interface SettingsPageProps {
  section: Section
  /** Buttons beside the heading. */
  actions?: ReactNode
  query?: object
  children: ReactNode
}

/** The frame of each settings page: its heading and the navigation to the others. */
export function SettingsPage({ section, actions, query = {}, children }: SettingsPageProps) {
  const { prefix } = useProject().project
  const [title, lead] = texts.sections[section]
  return (
    <>
      <PageHeader title={title} lead={lead} crumb={texts.title}>
        <ViewActions path={PATHS[section]} query={query} />
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
