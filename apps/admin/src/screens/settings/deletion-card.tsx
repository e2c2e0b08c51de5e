import { Button } from '@mantine/core'
import { useState } from 'react'
import { restoreProject } from '../../api/projects.js'
import type { Project } from '../../api/types.js'
import { DeleteProject } from '../../shell/delete-project.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { deletion as texts } from '../../texts/system.js'
import { Card } from '../../ui/card.js'
import { FormErrors } from '../../ui/form-errors.js'
import { common } from '../../texts/common.js'
import { formatTime } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import styles from './settings.module.css'

const MAY_DELETE: readonly string[] = ['owner', 'administrator']

/** Schedules the deletion in seven days, and restores the project until then. */
export function DeletionCard({ project }: { project: Project }) {
  const { prefix, role } = useProject().project
  const [isLeaving, setLeaving] = useState(false)
  const restoring = useChange(() => restoreProject(project.id), {
    stale: [],
    done: texts.restored,
  })
  if (!MAY_DELETE.includes(role)) return null
  const { deletes_at: deletesAt, id, name } = project
  return (
    <Card title={texts.cardTitle}>
      <FormErrors error={restoring.error} title={common.notSaved} />
      <div className={styles.danger}>
        {deletesAt === null ? (
          <p className="soft">{texts.text}</p>
        ) : (
          <p>
            <strong>{texts.scheduled(formatTime(deletesAt))}</strong>{' '}
            <span className="soft">{texts.scheduledText}</span>
          </p>
        )}
        {deletesAt === null ? (
          <Button
            variant="default"
            style={{ color: 'var(--bad)' }}
            leftSection={<Icon name="trash" size={16} />}
            onClick={() => setLeaving(true)}
          >
            {texts.action}
          </Button>
        ) : (
          <Button
            leftSection={<Icon name="restore" size={16} />}
            loading={restoring.isPending}
            onClick={() => restoring.mutate()}
          >
            {texts.restore}
          </Button>
        )}
      </div>
      {isLeaving && (
        <DeleteProject project={{ id, name, prefix }} onClose={() => setLeaving(false)} />
      )}
    </Card>
  )
}
