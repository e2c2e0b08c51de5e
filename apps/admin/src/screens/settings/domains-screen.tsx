import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { domainsQuery, projectSettingsQuery } from '../../api/settings.js'
import type { Domain } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { domains as texts } from '../../texts/hosts.js'
import { Card } from '../../ui/card.js'
import { Failure } from '../../ui/failure.js'
import { Icon } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { AddDomain } from './add-domain.js'
import { DefaultHost } from './default-host.js'
import { DomainCard } from './domain-card.js'
import { SettingsPage } from './settings-page.js'

export function DomainsScreen() {
  const context = useProject()
  const { form } = useSearch({ from: '/p/$prefix/settings/domains' })
  const setSearch = useSetSearch()
  const canWrite = context.can('domains:write')
  const query = useQuery(domainsQuery(context))
  const project = useQuery(projectSettingsQuery(context)).data
  const host = project?.link_host ?? ''
  const add = canWrite && (
    <Button
      leftSection={<Icon name="plus" />}
      onClick={() => setSearch({ form: 'new' }, { keepsPage: true })}
    >
      {texts.add}
    </Button>
  )
  return (
    <SettingsPage section="domains" actions={add}>
      {query.isPending && <Skeleton height={180} radius="lg" />}
      {query.error !== null && (
        <Card>
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      )}
      {query.data?.data.length === 0 && (
        <Card>
          <Message isInline icon="world" title={texts.emptyTitle} text={texts.emptyText(host)}>
            {add}
          </Message>
        </Card>
      )}
      {query.data?.data.map((domain) => (
        <DomainCard key={domain.id} domain={domain} linkHost={host} canWrite={canWrite} />
      ))}
      {project !== undefined && hasProved(query.data?.data) && (
        <DefaultHost project={project} domains={query.data?.data ?? []} />
      )}
      {form === 'new' && canWrite && (
        <AddDomain onClose={() => setSearch({ form: undefined }, { keepsPage: true })} />
      )}
    </SettingsPage>
  )
}

/** Without a domain that serves the links there is no choice of a host. */
function hasProved(domains: readonly Domain[] = []): boolean {
  return domains.some(({ status }) => status === 'proved')
}
