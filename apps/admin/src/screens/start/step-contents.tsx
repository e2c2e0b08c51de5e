import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { linkQuery } from '../../api/links.js'
import { createExampleLink, createSampleWebhook } from '../../api/sample.js'
import type { Setup } from '../../api/types.js'
import { webhooksQuery } from '../../api/webhooks.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { LISTEN_COMMAND, sampleReceiver, start as texts } from '../../texts/start.js'
import { CodeBlock, CopyButton } from '../../ui/copy.js'
import { Icon } from '../../ui/icons.js'
import { notifyError } from '../../ui/notify.js'
import { isReachable, QrCode } from '../../ui/qr-code.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { nameOf } from '../webhooks/name-of.js'
import { SampleInbox } from '../webhooks/sample-inbox.js'
import { Verification } from '../webhooks/verification.js'
import { SamplePhone } from './sample-phone.js'
import styles from './start.module.css'

export function LinkStep({ setup }: { setup: Setup }) {
  const context = useProject()
  const setSearch = useSetSearch()
  const making = useChange(() => createExampleLink(context, texts.link.exampleName), {
    stale: projectKey(context),
  })
  if (!context.can('links:write')) return null
  return (
    <Group gap={8}>
      <Button
        leftSection={<Icon name="plus" />}
        onClick={() => setSearch({ form: 'new' }, { keepsPage: true })}
      >
        {texts.link.action}
      </Button>
      {setup.sample.app_url !== null && !setup.link.done && (
        <Button
          variant="default"
          loading={making.isPending}
          onClick={() => making.mutate(undefined, { onError: notifyError })}
        >
          {texts.link.example}
        </Button>
      )}
    </Group>
  )
}

export function ClickStep({ setup, code }: { setup: Setup; code: string }) {
  const { data: link } = useQuery(linkQuery(useProject(), code))
  if (link === undefined) return null
  const { short_url: url, is_deeplink: opensApp } = link
  return (
    <>
      <span className={styles.url}>
        <a href={url} target="_blank" rel="noreferrer" className="clip">
          {url}
        </a>
        <CopyButton value={url} />
      </span>
      <Group gap={8}>
        <SamplePhone setup={setup} link={link} label={texts.click.onPhone} />
        <Button
          component="a"
          variant={setup.sample.app_url !== null && opensApp ? 'default' : 'filled'}
          href={url}
          target="_blank"
          rel="noreferrer"
          leftSection={<Icon name="external-link" size={16} />}
        >
          {texts.click.here}
        </Button>
      </Group>
      {isReachable(url) && (
        <div className={styles.qr}>
          <QrCode text={url} label={texts.click.qr(url)} />
          <p className="soft small">{texts.click.scan}</p>
        </div>
      )}
    </>
  )
}

export function WebhookStep({ setup }: { setup: Setup }) {
  const context = useProject()
  const setSearch = useSetSearch()
  const { receiver_url: url } = setup.sample
  const creating = useChange(
    () => createSampleWebhook(context, texts.webhook.sampleName, url ?? ''),
    { stale: projectKey(context) },
  )
  if (!context.can('webhooks:write')) return null
  return (
    <>
      <Group gap={8}>
        {url !== null && (
          <Button
            leftSection={<Icon name="inbox" size={16} />}
            loading={creating.isPending}
            disabled={setup.webhook.done}
            onClick={() => creating.mutate(undefined, { onError: notifyError })}
          >
            {texts.webhook.sample}
          </Button>
        )}
        <Button
          variant={url === null ? 'filled' : 'default'}
          leftSection={<Icon name="plus" />}
          onClick={() => setSearch({ form: 'webhook' }, { keepsPage: true })}
        >
          {texts.webhook.action}
        </Button>
      </Group>
      {url !== null && <p className="soft small">{texts.webhook.sampleText}</p>}
      <More title={texts.webhook.own}>
        <CodeBlock text={LISTEN_COMMAND} label={texts.webhook.listen} />
      </More>
    </>
  )
}

export function DeliveryStep({ setup }: { setup: Setup }) {
  const { data } = useQuery(webhooksQuery(useProject()))
  const newest = data?.data.find(({ is_active: isActive }) => isActive)
  if (newest === undefined) return <p className="soft">{texts.delivery.none}</p>
  return (
    <>
      <p className="soft">{nameOf(newest)}</p>
      <Verification id={newest.id} isMain />
      {newest.url === setup.sample.receiver_url && (
        <div className={styles.codes}>
          <h3 className={styles.codeTitle}>{sampleReceiver.title}</h3>
          <SampleInbox webhookId={newest.id} />
        </div>
      )}
    </>
  )
}

export function AssociationStep() {
  const { prefix } = useProject().project
  return (
    <Group gap={16}>
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link {...props} to="/p/$prefix/settings/app-links" params={{ prefix }} />
        )}
      >
        {texts.association.action}
      </Button>
      <a href="/docs/guides/association-files" target="_blank" rel="noreferrer">
        {texts.association.guide}
      </a>
    </Group>
  )
}

/** What fewer readers need. */
export function More({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.more}>
      <summary>{title}</summary>
      <div className={styles.codes}>{children}</div>
    </details>
  )
}
