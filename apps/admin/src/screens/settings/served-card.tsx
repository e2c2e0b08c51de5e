import { Button, Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import {
  associationFileQuery,
  domainsQuery,
  projectSettingsQuery,
  servedFilesQuery,
} from '../../api/settings.js'
import type { ServedFile } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { served as texts, toSentence } from '../../texts/served.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { CodeBlock } from '../../ui/copy.js'
import { Failure } from '../../ui/failure.js'
import { Icon } from '../../ui/icons.js'
import { Time } from '../../ui/time.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { fileNameOf } from './association-draft.js'
import styles from './settings.module.css'

/** What a link host answers to phones, beside what is stored. */
export function ServedCard() {
  const hosts = useLinkHosts()
  const { host: wanted } = useSearch({ from: '/p/$prefix/settings/app-links' })
  const host = hosts.find((one) => one === wanted) ?? hosts[0]
  if (host === undefined) return null
  return <HostCard key={host} host={host} hosts={hosts} />
}

/** The link host of the project, then its proved domains. */
function useLinkHosts(): string[] {
  const context = useProject()
  const project = useQuery(projectSettingsQuery(context)).data
  const domains = useQuery(domainsQuery(context)).data
  if (project === undefined) return []
  const proved = (domains?.data ?? []).filter(({ status }) => status === 'proved')
  return [project.link_host, ...proved.map(({ host }) => host)]
}

function HostCard({ host, hosts }: { host: string; hosts: string[] }) {
  const query = useQuery(servedFilesQuery(useProject(), host))
  const { data, error } = query
  return (
    <Card
      title={texts.title}
      aside={
        <div className={styles.buttons}>
          {hosts.length > 1 && <HostSelect host={host} hosts={hosts} />}
          <Button
            variant="default"
            leftSection={<Icon name="refresh" size={16} />}
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {texts.again}
          </Button>
        </div>
      }
    >
      {error !== null && <Failure error={error} onRetry={() => void query.refetch()} />}
      {data === undefined && error === null && <Skeleton height={96} />}
      {data !== undefined && error === null && (
        <div className={styles.stack}>
          <p className="soft small">
            {texts.asked(host)} <Time at={data.checked_at} />
          </p>
          {data.files.some(({ url }) => url.startsWith('http:')) && (
            <p className={styles.problem}>
              <Icon name="alert-triangle" size={16} />
              {texts.overHttp}
            </p>
          )}
          {data.files.map((file) => (
            <ComparedFile key={file.kind} file={file} />
          ))}
        </div>
      )}
    </Card>
  )
}

function HostSelect({ host, hosts }: { host: string; hosts: string[] }) {
  const setSearch = useSetSearch()
  return (
    <Select
      aria-label={texts.host}
      data={hosts}
      value={host}
      onChange={(chosen) => setSearch({ host: chosen ?? undefined })}
      allowDeselect={false}
    />
  )
}

function ComparedFile({ file }: { file: ServedFile }) {
  const { kind, problem, differences } = file
  const name = fileNameOf(kind)
  return (
    <section aria-label={name} className={styles.stack}>
      <div className={styles.head}>
        <h3 className={styles.fileName}>{name}</h3>
        <State file={file} />
      </div>
      {problem !== null && (
        <p className={styles.problem} data-severity="error">
          <Icon name="circle-x" size={16} />
          {toSentence(problem.message)}
        </p>
      )}
      {differences.length > 0 && (
        <ul aria-label={texts.differences} className={styles.differences}>
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
      {problem !== null && file.file !== null && <BothFiles file={file} served={file.file} />}
    </section>
  )
}

function State({ file: { ok, file, problem, status } }: { file: ServedFile }) {
  if (ok && file === null) return <Badge tone="idle">{texts.none}</Badge>
  if (problem === null) {
    return (
      <Badge tone="good" icon="circle-check">
        {texts.same}
      </Badge>
    )
  }
  const { code } = problem
  return (
    <Badge tone="bad" icon="circle-x">
      {code === 'status' ? texts.status(status ?? 0) : texts[code]}
    </Badge>
  )
}

function BothFiles({ file: { kind }, served }: { file: ServedFile; served: string }) {
  const stored = useQuery(associationFileQuery(useProject(), kind)).data
  const name = fileNameOf(kind)
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <p className="soft small">{texts.stored}</p>
        {stored?.file == null ? (
          <p>{texts.nothingStored}</p>
        ) : (
          <CodeBlock text={stored.file} label={texts.storedLabel(name)} />
        )}
      </div>
      <div className={styles.stack}>
        <p className="soft small">{texts.onHost}</p>
        {served.trim() === '' ? (
          <p>{texts.empty}</p>
        ) : (
          <CodeBlock text={served} label={texts.onHostLabel(name)} />
        )}
      </div>
    </div>
  )
}
