import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { webhookDetail as texts } from '../../texts/webhooks.js'
import { FormErrors } from '../../ui/form-errors.js'
import styles from '../../ui/form.module.css'
import { formatCount } from '../../ui/format.js'
import progressStyles from './webhooks.module.css'

const LOOK_MS = 1_500

export function ReplayProgress({ id, onDone }: { id: number; onDone: () => void }) {
  const context = useProject()
  const client = useQueryClient()
  const path = { params: { path: { id } } }
  const query = useQuery({
    queryKey: projectKey(context, 'replays', id),
    queryFn: () => unwrap(context.api.GET('/api/replays/{id}', path)),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? LOOK_MS : false),
  })
  const canceling = useMutation({
    mutationFn: () => unwrap(context.api.DELETE('/api/replays/{id}', path)),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKey(context, 'replays') }),
  })
  const replay = query.data
  if (replay === undefined) return <FormErrors error={query.error} title={common.failed} />
  const { status, count, progress } = replay
  const done = count - progress.waiting
  return (
    <div className={styles.form}>
      <FormErrors error={canceling.error} title={common.notSaved} />
      <div
        className={progressStyles.track}
        role="progressbar"
        aria-label={texts.replay}
        aria-valuemin={0}
        aria-valuemax={count}
        aria-valuenow={done}
      >
        <span style={{ width: `${(done / Math.max(count, 1)) * 100}%` }} />
      </div>
      <p role="status">
        {status === 'finished' && `${texts.replayFinished} `}
        {status === 'canceled' && `${texts.replayCanceled} `}
        {texts.replayRunning(
          formatCount(progress.waiting),
          formatCount(progress.succeeded),
          formatCount(progress.failed),
        )}
      </p>
      <div className={styles.footer}>
        {status === 'running' && (
          <Button
            variant="default"
            loading={canceling.isPending}
            onClick={() => canceling.mutate()}
          >
            {texts.replayCancel}
          </Button>
        )}
        <Button onClick={onDone}>{common.close}</Button>
      </div>
    </div>
  )
}
