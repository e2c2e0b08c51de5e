import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { settingsKey } from '../../api/settings.js'
import type { Domain } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { domains as texts } from '../../texts/hosts.js'
import { served } from '../../texts/served.js'
import { Badge } from '../../ui/badge.js'
import { Card, Facts } from '../../ui/card.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { CopyButton } from '../../ui/copy.js'
import { Icon } from '../../ui/icons.js'
import { notify, notifyError } from '../../ui/notify.js'
import { Time } from '../../ui/time.js'
import styles from './settings.module.css'

interface DomainCardProps {
  domain: Domain
  linkHost: string
  canWrite: boolean
}

/** A domain, with the DNS records that it needs until it is proved. */
export function DomainCard({ domain, linkHost, canWrite }: DomainCardProps) {
  const { host, status, problem, record, checked_at: checkedAt } = domain
  const isProved = status === 'proved'
  return (
    <Card title={host} aside={<Status isProved={isProved} />}>
      <div className={styles.stack}>
        {problem !== null && (
          <p className={styles.problem} data-severity={isProved ? 'warning' : 'error'}>
            <Icon name="alert-triangle" size={16} />
            {problem}
          </p>
        )}
        {!isProved && (
          <>
            <RecordFacts title={texts.record} {...record} />
            <RecordFacts
              title={texts.route}
              type="CNAME"
              name={host}
              value={linkHost.replace(/:\d+$/, '')}
            />
            <p className="soft small">{texts.hint}</p>
          </>
        )}
        <div className={styles.head}>
          <span className="soft small">
            {checkedAt !== null && (
              <>
                {texts.checked} <Time at={checkedAt} />
              </>
            )}
          </span>
          <div className={styles.buttons}>
            {isProved && <FilesLink host={host} />}
            {canWrite && <Actions domain={domain} />}
          </div>
        </div>
      </div>
    </Card>
  )
}

function FilesLink({ host }: { host: string }) {
  const { prefix } = useProject().project
  return (
    <Link
      to="/p/$prefix/settings/app-links"
      params={{ prefix }}
      search={{ host }}
      aria-label={served.ofDomainLabel(host)}
    >
      {served.ofDomain}
    </Link>
  )
}

function Status({ isProved }: { isProved: boolean }) {
  return (
    <Badge tone={isProved ? 'good' : 'warn'} icon={isProved ? 'circle-check' : 'clock'}>
      {isProved ? texts.proved : texts.pending}
    </Badge>
  )
}

function RecordFacts(props: { title: string; type: string; name: string; value: string }) {
  const { title, type, name, value } = props
  return (
    <section aria-label={title}>
      <h3 className="small" style={{ margin: '0 0 8px', fontWeight: 600 }}>
        {title}
      </h3>
      <Facts
        facts={[
          [texts.type, <code key="type">{type}</code>],
          [texts.name, <Copied key="name" text={name} />],
          [texts.value, <Copied key="value" text={value} />],
        ]}
      />
    </section>
  )
}

function Copied({ text }: { text: string }) {
  return (
    <span className={styles.value}>
      <code>{text}</code>
      <CopyButton value={text} />
    </span>
  )
}

function Actions({ domain: { host, status } }: { domain: Domain }) {
  const context = useProject()
  const [isRemoving, setRemoving] = useState(false)
  const stale = settingsKey(context)
  // Posting a registered host again makes the API check it again.
  const checking = useChange(
    () => unwrap(context.api.POST('/api/project/domains', { body: { host } })),
    {
      stale,
      onDone: (now) => notify(now.status === 'proved' ? texts.nowProved : texts.stillPending),
    },
  )
  const removing = useChange(
    () => unwrap(context.api.DELETE('/api/project/domains/{host}', { params: { path: { host } } })),
    { stale, done: texts.removed },
  )
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        aria-label={texts.removeOf(host)}
        onClick={() => setRemoving(true)}
      >
        {texts.remove}
      </Button>
      {status === 'pending' && (
        <Button
          variant="default"
          aria-label={texts.checkOf(host)}
          leftSection={<Icon name="refresh" size={16} />}
          loading={checking.isPending}
          onClick={() => checking.mutate(undefined, { onError: notifyError })}
        >
          {texts.check}
        </Button>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={texts.removeTitle(host)}
          text={texts.removeText}
          action={texts.remove}
          word={host}
          change={removing}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
