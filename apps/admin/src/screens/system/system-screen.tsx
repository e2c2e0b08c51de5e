import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { meQuery } from '../../api/session.js'
import { systemAuditQuery } from '../../api/system.js'
import { audit } from '../../texts/settings.js'
import { system as texts } from '../../texts/system.js'
import { Message } from '../../ui/message.js'
import { PageHeader } from '../../ui/page-header.js'
import { Segments } from '../../ui/segments.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { ViewActions } from '../../ui/view-actions.js'
import { AuditList, toAuditQuery, type AuditSearch } from '../settings/audit-list.js'
import { ProjectsPart, toProjectsQuery, type ProjectsSearch } from './projects-part.js'
import { StatePart } from './state-part.js'

const FROM = { from: '/p/$prefix/system' } as const

type Part = keyof typeof texts.parts
type SystemSearch = ProjectsSearch & AuditSearch

const PARTS = Object.entries(texts.parts) as [Part, string][]

/** Only for administrators of the installation. */
export function SystemScreen() {
  const { data: me } = useSuspenseQuery(meQuery)
  const search = useSearch(FROM)
  const { part = 'state' } = search
  const setSearch = useSetSearch()
  if (!me.is_admin)
    return <Message icon="lock" title={texts.forbiddenTitle} text={texts.forbiddenText} />
  const shown = PARTS.find(([name]) => name === part)?.[0] ?? 'state'
  const none = { search: undefined, action: undefined, from: undefined, to: undefined }
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        <ViewActions {...requestOf(shown, search)} needsSession />
        <Segments
          label={texts.part}
          options={PARTS}
          value={shown}
          onChange={(value) => setSearch({ ...none, part: value === 'state' ? undefined : value })}
        />
      </PageHeader>
      {shown === 'state' && <StatePart />}
      {shown === 'projects' && <ProjectsPart />}
      {shown === 'audit' && <AuditPart memberships={me.memberships} />}
    </>
  )
}

/** The request whose answer a part shows. */
function requestOf(part: Part, search: SystemSearch): { path: string; query?: object } {
  if (part === 'projects') return { path: '/api/projects', query: toProjectsQuery(search) }
  if (part === 'audit') return { path: '/api/system/audit', query: toAuditQuery(search) }
  return { path: '/api/system' }
}

function AuditPart({ memberships }: { memberships: { project_id: string; name: string }[] }) {
  const search = useSearch(FROM)
  const query = useQuery(systemAuditQuery(toAuditQuery(search)))
  const nameOf = (id: string) =>
    memberships.find(({ project_id: one }) => one === id)?.name ?? id.slice(0, 8)
  return (
    <AuditList
      search={search}
      query={query}
      subjects={[...audit.systemSubjects, ...audit.subjects]}
      projectName={nameOf}
    />
  )
}
