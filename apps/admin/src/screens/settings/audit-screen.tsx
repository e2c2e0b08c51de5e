import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { auditQuery } from '../../api/settings.js'
import { useProject } from '../../shell/project-context.js'
import { audit as texts } from '../../texts/settings.js'
import { AuditList, toAuditQuery } from './audit-list.js'
import { SettingsPage } from './settings-page.js'

export function AuditScreen() {
  const search = useSearch({ from: '/p/$prefix/settings/audit' })
  const query = useQuery(auditQuery(useProject(), toAuditQuery(search)))
  return (
    <SettingsPage section="audit" query={toAuditQuery(search)}>
      <AuditList search={search} query={query} subjects={texts.subjects} />
    </SettingsPage>
  )
}
