import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { projectKey } from '../../api/keys.js'
import { useLiveSetup } from '../../api/setup.js'
import type { Setup } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { start as texts } from '../../texts/start.js'
import { Card } from '../../ui/card.js'
import { Failure } from '../../ui/failure.js'
import { Icon } from '../../ui/icons.js'
import { PageHeader } from '../../ui/page-header.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { InstallStep } from './install-step.js'
import { AssociationStep, ClickStep, DeliveryStep, LinkStep, WebhookStep } from './step-contents.js'
import { Step } from './step.js'
import styles from './start.module.css'

const LinkDrawer = lazy(() =>
  import('../links/link-drawer.js').then((loaded) => ({ default: loaded.LinkDrawer })),
)
const CreateWebhook = lazy(() =>
  import('../webhooks/create-webhook.js').then((loaded) => ({ default: loaded.CreateWebhook })),
)

type Name = 'link' | 'click' | 'install' | 'webhook' | 'delivery' | 'association'

const ORDER: readonly Name[] = ['link', 'click', 'install', 'webhook', 'delivery', 'association']

/** A checklist whose state is derived from the data, so it can be left and opened again. */
export function StartScreen() {
  const context = useProject()
  const query = useLiveSetup(context)
  const setup = query.data
  if (setup === undefined) {
    return (
      <>
        <PageHeader title={texts.title} lead={texts.lead} />
        {query.error === null ? (
          <Skeleton height={460} radius="lg" />
        ) : (
          <Card>
            <Failure error={query.error} onRetry={() => void query.refetch()} />
          </Card>
        )}
      </>
    )
  }
  const isDone = doneOf(setup)
  const current = ORDER.find((name) => !isDone[name])
  const needed = ORDER.filter((name) => name !== 'association')
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        <span className="soft num" role="status">
          {texts.progress(needed.filter((name) => isDone[name]).length, needed.length)}
        </span>
      </PageHeader>
      {needed.every((name) => isDone[name]) && <Finished />}
      <Card isFlush>
        <ol className={styles.steps}>
          {ORDER.map((name) => (
            <Step key={name} name={name} isDone={isDone[name]} isCurrent={name === current}>
              <Content name={name} setup={setup} />
            </Step>
          ))}
        </ol>
      </Card>
      <Forms />
    </>
  )
}

function doneOf(setup: Setup): Record<Name, boolean> {
  return {
    link: setup.link.done,
    click: setup.click.done,
    install: setup.install.done,
    webhook: setup.webhook.done,
    delivery: setup.verification.done,
    association: setup.association.android || setup.association.ios,
  }
}

function Content({ name, setup }: { name: Name; setup: Setup }) {
  const { code } = setup.link
  switch (name) {
    case 'link':
      return <LinkStep setup={setup} />
    case 'click':
      return code === null ? null : <ClickStep setup={setup} code={code} />
    case 'install':
      return <InstallStep setup={setup} code={code} />
    case 'webhook':
      return <WebhookStep setup={setup} />
    case 'delivery':
      return <DeliveryStep setup={setup} />
    case 'association':
      return <AssociationStep />
  }
}

/** The forms of the first two things to create, over the checklist. The address names the open one. */
function Forms() {
  const context = useProject()
  const client = useQueryClient()
  const setSearch = useSetSearch()
  const { form } = useSearch({ from: '/p/$prefix/first-steps' })
  useEffect(() => {
    if (form === undefined)
      void client.invalidateQueries({ queryKey: projectKey(context, 'setup') })
  }, [client, context, form])
  return (
    <Suspense>
      {form === 'new' && context.can('links:write') && <LinkDrawer form="new" />}
      {form === 'webhook' && context.can('webhooks:write') && (
        <CreateWebhook onClose={() => setSearch({ form: undefined }, { keepsPage: true })} />
      )}
    </Suspense>
  )
}

function Finished() {
  const { prefix } = useProject().project
  return (
    <p className={styles.finished}>
      <Icon name="circle-check" />
      <span>
        {texts.finished}{' '}
        <Link to="/p/$prefix/overview" params={{ prefix }}>
          {texts.toOverview}
        </Link>
      </span>
    </p>
  )
}
