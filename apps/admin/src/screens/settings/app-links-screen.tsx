import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { appsQuery, associationFileQuery, type FileKind } from '../../api/settings.js'
import { useProject } from '../../shell/project-context.js'
import { appLinks as texts } from '../../texts/hosts.js'
import { Card } from '../../ui/card.js'
import { Failure } from '../../ui/failure.js'
import { Icon } from '../../ui/icons.js'
import { AssociationCard } from './association-card.js'
import { ServedCard } from './served-card.js'
import { SettingsPage } from './settings-page.js'
import styles from './settings.module.css'

const KINDS: readonly FileKind[] = ['asset-links', 'app-site-association']

export function AppLinksScreen() {
  return (
    <SettingsPage section="app-links">
      {KINDS.map((kind) => (
        <LoadedCard key={kind} kind={kind} />
      ))}
      <ServedCard />
      <p className={styles.note}>
        <Icon name="info-circle" />
        <a href="/docs/guides/association-files" target="_blank" rel="noreferrer">
          {texts.guide}
        </a>
      </p>
    </SettingsPage>
  )
}

function LoadedCard({ kind }: { kind: FileKind }) {
  const context = useProject()
  const apps = useQuery(appsQuery(context))
  const file = useQuery(associationFileQuery(context, kind))
  if (apps.data !== undefined && file.data !== undefined) {
    const key = JSON.stringify([file.data.source, file.data.file])
    return <AssociationCard key={key} kind={kind} apps={apps.data} file={file.data} />
  }
  const error = apps.error ?? file.error
  if (error === null) return <Skeleton height={320} radius="lg" />
  return (
    <Card>
      <Failure error={error} onRetry={() => void Promise.all([apps.refetch(), file.refetch()])} />
    </Card>
  )
}
