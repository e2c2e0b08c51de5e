import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { setupQuery } from '../../api/setup.js'
import type { Setup } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { start as texts } from '../../texts/start.js'
import { Card } from '../../ui/card.js'
import { Failure } from '../../ui/failure.js'
import { Icon } from '../../ui/icons.js'
import { PageHeader } from '../../ui/page-header.js'
import {
  AssociationStep,
  ClickStep,
  DeliveryStep,
  InstallStep,
  LinkStep,
  WebhookStep,
} from './step-contents.js'
import { Step } from './step.js'
import styles from './start.module.css'

type Name = 'link' | 'click' | 'install' | 'webhook' | 'delivery' | 'association'

const ORDER: readonly Name[] = ['link', 'click', 'install', 'webhook', 'delivery', 'association']

/** A checklist whose state is derived from the data, so it can be left and opened again. */
export function StartScreen() {
  const query = useQuery(setupQuery(useProject()))
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
      return <LinkStep />
    case 'click':
      return code === null ? null : <ClickStep code={code} />
    case 'install':
      return <InstallStep code={code} />
    case 'webhook':
      return <WebhookStep />
    case 'delivery':
      return <DeliveryStep />
    case 'association':
      return <AssociationStep />
  }
}

function Finished() {
  const { prefix } = useProject().project
  return (
    <p className={styles.finished}>
      <Icon name="circle-check" />
      {texts.finished}
      <Link to="/p/$prefix/overview" params={{ prefix }}>
        {texts.toOverview}
      </Link>
    </p>
  )
}
