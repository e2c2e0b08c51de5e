import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { domainsQuery, projectSettingsQuery } from '../../api/settings.js'
import { useProject } from '../../shell/project-context.js'
import { PLATFORMS, snippetsOf, type AppFacts, type Platform } from '../../texts/app-snippets.js'
import { setup as texts } from '../../texts/setup.js'
import { Card, Facts } from '../../ui/card.js'
import { CodeBlock, CopyButton } from '../../ui/copy.js'
import { Failure } from '../../ui/failure.js'
import { PageHeader } from '../../ui/page-header.js'
import { Segments } from '../../ui/segments.js'
import ui from '../../ui/ui.module.css'
import { useSetSearch } from '../../ui/use-search-param.js'
import { AssociationFiles } from './association-files.js'
import { Marks } from './marks.js'
import { PhoneTest } from './phone-test.js'
import styles from './setup.module.css'

const NAMES = Object.entries(PLATFORMS).map(
  ([value, [label]]) => [value as Platform, label] as const,
)

export function SetupScreen() {
  const { facts, error, retry } = useAppFacts()
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <div className={ui.split}>
        <div className={ui.grid}>
          {error !== null && (
            <Card>
              <Failure error={error} onRetry={retry} />
            </Card>
          )}
          <PhoneTest />
          {facts !== null && <Snippets facts={facts} />}
          {facts !== null && <AssociationFiles host={facts.linkHost} />}
        </div>
        <div className={ui.grid}>
          <Marks />
          {facts !== null && <Values facts={facts} />}
        </div>
      </div>
    </>
  )
}

const HIDDEN_KEY = 'PROJECT_KEY'

function useAppFacts() {
  const context = useProject()
  const project = useQuery(projectSettingsQuery(context))
  const domains = useQuery(domainsQuery(context))
  const facts: AppFacts | null =
    project.data === undefined
      ? null
      : {
          baseUrl: window.location.origin,
          linkHost: project.data.link_host,
          customDomains: (domains.data?.data ?? [])
            .filter(({ status }) => status === 'proved')
            .map(({ host }) => host),
          projectId: project.data.id,
          projectKey: project.data.project_key ?? HIDDEN_KEY,
        }
  return { facts, error: project.error, retry: () => void project.refetch() }
}

function Snippets({ facts }: { facts: AppFacts }) {
  const { app } = useSearch({ from: '/p/$prefix/setup' })
  const setSearch = useSetSearch()
  const platform = NAMES.find(([name]) => name === app)?.[0] ?? 'flutter'
  const [, guide] = PLATFORMS[platform]
  return (
    <Card
      title={texts.app}
      aside={
        <a href={`/docs/guides/${guide}`} target="_blank" rel="noreferrer">
          {texts.guide}
        </a>
      }
    >
      <div className={styles.stack}>
        <div className={styles.platforms}>
          <Segments
            label={texts.platform}
            options={NAMES}
            value={platform}
            onChange={(value) => setSearch({ app: value })}
          />
        </div>
        {facts.projectKey === HIDDEN_KEY && <p className="soft">{texts.noKey}</p>}
        {snippetsOf(platform, facts).map(({ title, text }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.file}>{title}</h3>
            <CodeBlock text={text} label={title} />
          </section>
        ))}
      </div>
    </Card>
  )
}

function Values({ facts }: { facts: AppFacts }) {
  const { projectKey, projectId, baseUrl, linkHost } = facts
  const values = [
    [texts.projectKey, projectKey],
    [texts.projectId, projectId],
    [texts.api, baseUrl],
    [texts.linkHost, linkHost],
    [texts.scheme, `service-${projectId}`],
  ] as const
  return (
    <Card title={texts.values}>
      <Facts
        facts={values.map(([name, value]) => [
          name,
          <span key={name} className={styles.value}>
            <code className="clip">{value}</code>
            <CopyButton value={value} />
          </span>,
        ])}
      />
    </Card>
  )
}
