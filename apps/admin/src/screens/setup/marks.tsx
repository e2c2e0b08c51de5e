import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { projectSettingsQuery, servedFilesQuery, type FileKind } from '../../api/settings.js'
import { setupQuery } from '../../api/setup.js'
import type { ServedFile, Setup } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { toSentence } from '../../texts/served.js'
import { setup as texts } from '../../texts/setup.js'
import { Card } from '../../ui/card.js'
import { Failure } from '../../ui/failure.js'
import { Icon } from '../../ui/icons.js'
import { Time } from '../../ui/time.js'
import styles from './setup.module.css'

const LOOK_MS = 10_000
const ASK_HOST_MS = 60_000

/** What the API has seen of the app so far. */
export function Marks() {
  const query = useQuery({ ...setupQuery(useProject()), refetchInterval: LOOK_MS })
  return (
    <Card title={texts.marks} isFlush aside={<span className="soft small">{texts.marksHint}</span>}>
      {query.data !== undefined ? (
        <MarkList setup={query.data} />
      ) : query.error === null ? (
        <Skeleton height={300} m={18} w="auto" />
      ) : (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Card>
  )
}

function MarkList({ setup }: { setup: Setup }) {
  const { install, association, domains, delivery } = setup
  return (
    <ul className={styles.marks} style={{ marginTop: 8 }}>
      <Mark name={texts.sdk} isDone={install.last !== null}>
        {install.last === null ? texts.sdkNone : <Sdk last={install.last} />}
      </Mark>
      <Mark name={texts.install} isDone={install.last?.matched === true}>
        {install.last === null ? texts.installNone : <LastInstall last={install.last} />}
      </Mark>
      <FileMark name={texts.android} kind="asset-links" isStored={association.android} />
      <FileMark name={texts.ios} kind="app-site-association" isStored={association.ios} />
      <Mark name={texts.domains} isDone={domains.proved > 0 && domains.pending === 0}>
        {domainText(domains)}
      </Mark>
      <Mark name={texts.delivery} isDone={delivery.at !== null}>
        {delivery.at === null ? texts.deliveryNone : <Time at={delivery.at} />}
      </Mark>
    </ul>
  )
}

function Mark(props: { name: string; isDone: boolean; children: ReactNode }) {
  const { name, isDone, children } = props
  return (
    <li className={styles.mark} data-done={isDone}>
      <span className={styles.sign}>
        <Icon name={isDone ? 'circle-check' : 'minus'} />
      </span>
      <div style={{ minWidth: 0 }}>
        <strong>{name}</strong>
        <div className="soft small">{children}</div>
      </div>
    </li>
  )
}

interface FileMarkProps {
  name: string
  kind: FileKind
  isStored: boolean
}

/** Whether the link host of the project serves a file as it is stored. */
function FileMark({ name, kind, isStored }: FileMarkProps) {
  const context = useProject()
  const host = useQuery(projectSettingsQuery(context)).data?.link_host
  const { data, error } = useQuery({
    ...servedFilesQuery(context, host ?? ''),
    enabled: isStored && host !== undefined,
    refetchInterval: ASK_HOST_MS,
  })
  const file = data?.files.find((one) => one.kind === kind)
  const isServed = file?.ok === true && isHttps(file)
  return (
    <Mark name={name} isDone={isStored && isServed}>
      {!isStored ? (
        <>
          {texts.missing}. <AppLinks text={texts.fix} />
        </>
      ) : file === undefined ? (
        (error?.message ?? texts.asking)
      ) : (
        <ServedText file={file} />
      )}
    </Mark>
  )
}

function ServedText({ file }: { file: ServedFile }) {
  if (file.problem === null) return isHttps(file) ? texts.served : <OverHttp />
  return (
    <>
      {toSentence(file.problem.message)} <AppLinks text={texts.compare} />
    </>
  )
}

function OverHttp() {
  return (
    <>
      {texts.servedOverHttp}{' '}
      <a
        href="/docs/guides/association-files"
        target="_blank"
        rel="noreferrer"
        className={styles.link}
      >
        {texts.toHttps}
      </a>
    </>
  )
}

function isHttps({ url }: ServedFile): boolean {
  return url.startsWith('https:')
}

function AppLinks({ text }: { text: string }) {
  const { prefix } = useProject().project
  return (
    <Link to="/p/$prefix/settings/app-links" params={{ prefix }} className={styles.link}>
      {text}
    </Link>
  )
}

type Last = NonNullable<Setup['install']['last']>

function Sdk({ last: { platform, sdk_version: version, at } }: { last: Last }) {
  return (
    <>
      {texts.sdkSeen(texts.platforms[platform], version ?? texts.sdkUnknown)}, <Time at={at} />
    </>
  )
}

function LastInstall({ last: { install_id: id, matched, test } }: { last: Last }) {
  const { prefix } = useProject().project
  return (
    <>
      <Link to="/p/$prefix/installs/$id" params={{ prefix, id }}>
        {matched ? texts.matched : texts.unmatched}
      </Link>
      {test && ` (${texts.test})`}
    </>
  )
}

function domainText({ proved, pending }: Setup['domains']): string {
  const parts = [
    ...(proved > 0 ? [texts.proved(proved)] : []),
    ...(pending > 0 ? [texts.pending(pending)] : []),
  ]
  return parts.length === 0 ? texts.domainsNone : parts.join(', ')
}
