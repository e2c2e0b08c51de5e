import { Button } from '@mantine/core'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { settingsKey } from '../../api/settings.js'
import type { Project } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { general, keys as texts } from '../../texts/settings.js'
import { Card } from '../../ui/card.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { CopyButton } from '../../ui/copy.js'
import { Icon } from '../../ui/icons.js'
import { Time } from '../../ui/time.js'
import styles from './settings.module.css'

/** Keys are distinguished by their last characters. */
const WORD_LENGTH = 6

/** The key for new apps, and the former keys that installed apps still send. */
export function ProjectKeys({ project }: { project: Project }) {
  const canWrite = useProject().can('project:write')
  const [isRotating, setRotating] = useState(false)
  const [revoked, setRevoked] = useState<string | null>(null)
  const { project_key: key, former_keys: former } = project
  if (key === null || former === null) return null
  return (
    <Card
      title={texts.title}
      aside={
        canWrite && (
          <Button
            variant="default"
            leftSection={<Icon name="refresh" size={16} />}
            onClick={() => setRotating(true)}
          >
            {texts.rotate}
          </Button>
        )
      }
    >
      <p className="soft">{texts.text}</p>
      <ul className={styles.keys}>
        <li className={styles.keyRow}>
          <KeyValue text={key} />
          <strong>{texts.current}</strong>
        </li>
        {former.map((one) => (
          <li key={one.key} className={styles.keyRow}>
            <KeyValue text={one.key} />
            <span className="soft">
              {texts.replaced} <Time at={one.replaced_at} />
            </span>
            {canWrite && (
              <Button variant="default" size="xs" onClick={() => setRevoked(one.key)}>
                {texts.revoke}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isRotating && <Rotate onClose={() => setRotating(false)} />}
      {revoked !== null && <Revoke value={revoked} onClose={() => setRevoked(null)} />}
    </Card>
  )
}

function KeyValue({ text }: { text: string }) {
  return (
    <span className={styles.value}>
      <code>{text}</code>
      <CopyButton value={text} label={`${general.copyKey} …${text.slice(-WORD_LENGTH)}`} />
    </span>
  )
}

function Rotate({ onClose }: { onClose: () => void }) {
  const context = useProject()
  const rotating = useChange(() => unwrap(context.api.POST('/api/project/rotate-key')), {
    // The setup's snippets contain the key too.
    stale: [],
    done: texts.rotated,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={texts.rotateTitle}
      text={texts.rotateText}
      action={texts.rotate}
      change={rotating}
      onClose={onClose}
    />
  )
}

function Revoke({ value, onClose }: { value: string; onClose: () => void }) {
  const context = useProject()
  const revoking = useChange(
    () =>
      unwrap(
        context.api.DELETE('/api/project/former-keys/{key}', { params: { path: { key: value } } }),
      ),
    { stale: settingsKey(context), done: texts.revoked, onDone: onClose },
  )
  return (
    <ConfirmDialog
      title={texts.revokeTitle}
      text={
        <>
          <p>
            <code>{value}</code>
          </p>
          <p style={{ marginTop: 8 }}>{texts.revokeText}</p>
        </>
      }
      action={texts.revoke}
      word={value.slice(-WORD_LENGTH)}
      change={revoking}
      onClose={onClose}
    />
  )
}
