import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { domainsQuery, projectSettingsQuery } from '../../api/settings.js'
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
      <DomainList add={add} canWrite={canWrite} />
      {form === 'new' && canWrite && (
        <AddDomain onClose={() => setSearch({ form: undefined }, { keepsPage: true })} />
      )}
    </SettingsPage>
  )
}

function DomainList({ add, canWrite }: { add: ReactNode; canWrite: boolean }) {
  const context = useProject()
  const { data, error, refetch } = useQuery(domainsQuery(context))
  const project = useQuery(projectSettingsQuery(context)).data
  const host = project?.link_host ?? ''
  if (data === undefined) {
    if (error === null) return <Skeleton height={180} radius="lg" />
    return (
      <Card>
        <Failure error={error} onRetry={() => void refetch()} />
      </Card>
    )
  }
  const domains = data.data
  // Without a domain that serves the links there is no choice of a host.
  const hasChoice = domains.some(({ status }) => status === 'proved')
  return (
    <>
      {domains.length === 0 && (
        <Card>
          <Message isInline icon="world" title={texts.emptyTitle} text={texts.emptyText(host)}>
            {add}
          </Message>
        </Card>
      )}
      {domains.map((domain) => (
        <DomainCard key={domain.id} domain={domain} linkHost={host} canWrite={canWrite} />
      ))}
      {hasChoice && project !== undefined && <DefaultHost project={project} domains={domains} />}
    </>
  )
}
