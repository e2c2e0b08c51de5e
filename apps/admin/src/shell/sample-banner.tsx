import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { projectsKey, removeSample } from '../api/projects.js'
import { meQuery, type Me, type Membership } from '../api/session.js'
import { sample as texts } from '../texts/sample.js'
import { Icon } from '../ui/icons.js'
import { notifyError } from '../ui/notify.js'
import { useChange } from './use-change.js'
import styles from './shell.module.css'

/** Shown above every screen of sample data: explains it, and leads back to the user's project. */
export function SampleBanner({ me, project }: { me: Me; project: Membership }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const others = me.memberships.filter((one) => one.project_id !== project.project_id)
  const [own] = others
  const removing = useChange(() => removeSample(project.project_id), {
    // Not all queries: the data that the screen below has read no longer exists.
    stale: projectsKey,
    done: texts.removed,
    onDone: () => {
      client.setQueryData(meQuery.queryKey, { ...me, memberships: others })
      void navigate({ to: '/' })
    },
  })
  return (
    <div className={`${styles.banner ?? ''} ${styles.sample ?? ''}`}>
      <Icon name="info-circle" />
      <span className={styles.grow}>
        {texts.text}{' '}
        {own !== undefined && (
          <Link to="/p/$prefix/first-steps" params={{ prefix: own.prefix }}>
            {texts.toOwn(own.name)}
          </Link>
        )}
      </span>
      {(me.is_admin || project.role === 'owner') && (
        <Button
          size="xs"
          variant="default"
          loading={removing.isPending}
          onClick={() => removing.mutate(undefined, { onError: notifyError })}
        >
          {texts.remove}
        </Button>
      )}
    </div>
  )
}
