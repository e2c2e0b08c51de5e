import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { linkQuery } from '../../api/links.js'
import { projectSettingsQuery } from '../../api/settings.js'
import { webhooksQuery } from '../../api/webhooks.js'
import { useProject } from '../../shell/project-context.js'
import {
  clientSnippet,
  flutterSnippet,
  LISTEN_COMMAND,
  simulateCommand,
  start as texts,
} from '../../texts/start.js'
import { CodeBlock, CopyButton } from '../../ui/copy.js'
import { Icon } from '../../ui/icons.js'
import { nameOf } from '../webhooks/name-of.js'
import { Verification } from '../webhooks/verification.js'
import styles from './start.module.css'

export function LinkStep() {
  const { project, can } = useProject()
  const navigate = useNavigate()
  if (!can('links:write')) return null
  return (
    <Button
      leftSection={<Icon name="plus" />}
      onClick={() =>
        void navigate({
          to: '/p/$prefix/links',
          params: { prefix: project.prefix },
          search: { form: 'new' },
        })
      }
    >
      {texts.link.action}
    </Button>
  )
}

export function ClickStep({ code }: { code: string }) {
  const { data } = useQuery(linkQuery(useProject(), code))
  if (data === undefined) return null
  const { short_url: url } = data
  return (
    <Group gap={8}>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        leftSection={<Icon name="external-link" size={16} />}
      >
        {texts.click.action}
      </Button>
      <code>{url}</code>
      <CopyButton value={url} />
    </Group>
  )
}

export function InstallStep({ code }: { code: string | null }) {
  const context = useProject()
  const { project_id: projectId, project_key: key } = context.project
  const { data: settings } = useQuery(projectSettingsQuery(context))
  const facts =
    key === null || settings === undefined
      ? null
      : {
          baseUrl: window.location.origin,
          linkHost: settings.link_host,
          projectId,
          projectKey: key,
        }
  return (
    <div className={styles.codes}>
      {code !== null && (
        <>
          <h3 className={styles.codeTitle}>{texts.install.simulate}</h3>
          <CodeBlock text={simulateCommand(code)} label={texts.install.simulate} />
        </>
      )}
      {facts !== null && (
        <>
          <h3 className={styles.codeTitle}>{texts.install.flutter}</h3>
          <CodeBlock text={flutterSnippet(facts)} label={texts.install.flutter} />
          <h3 className={styles.codeTitle}>{texts.install.reactNative}</h3>
          <CodeBlock text={clientSnippet(facts)} label={texts.install.reactNative} />
        </>
      )}
    </div>
  )
}

export function WebhookStep() {
  const { project, can } = useProject()
  const navigate = useNavigate()
  return (
    <div className={styles.codes}>
      <CodeBlock text={LISTEN_COMMAND} label={texts.webhook.listen} />
      {can('webhooks:write') && (
        <div>
          <Button
            leftSection={<Icon name="plus" />}
            onClick={() =>
              void navigate({
                to: '/p/$prefix/webhooks',
                params: { prefix: project.prefix },
                search: { form: 'new' },
              })
            }
          >
            {texts.webhook.action}
          </Button>
        </div>
      )}
    </div>
  )
}

export function DeliveryStep() {
  const context = useProject()
  const { data } = useQuery(webhooksQuery(context))
  const newest = data?.data.find(({ is_active: isActive }) => isActive)
  if (newest === undefined) return <p className="soft">{texts.delivery.none}</p>
  return (
    <div className={styles.codes}>
      <p className="soft">{nameOf(newest)}</p>
      <Verification id={newest.id} isMain />
    </div>
  )
}

export function AssociationStep() {
  return (
    <Button
      component="a"
      variant="default"
      href="/docs/guides/association-files"
      target="_blank"
      rel="noreferrer"
    >
      {texts.association.action}
    </Button>
  )
}
