import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useLiveEvents } from '../../api/live/use-live-events.js'
import type { ReplayRecord } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { webhookDetail as texts } from '../../texts/webhooks.js'
import { FormErrors } from '../../ui/form-errors.js'
import styles from '../../ui/form.module.css'
import { formatCount, formatTime } from '../../ui/format.js'
import progressStyles from './webhooks.module.css'

/** How often progress is read: without a stream, and beside it, because a replay may also end without an attempt. */
const LOOK_MS = 1_500
const LOOK_BESIDE_MS = 10_000

/** A replay, read again when the stream reports progress, or every few seconds without a stream. */
function useReplay(id: number) {
  const context = useProject()
  const client = useQueryClient()
  const path = { params: { path: { id } } }
  const queryKey = projectKey(context, 'replays', id)
  const known = client.getQueryData<ReplayRecord>(queryKey)?.status
  const isRunning = known === undefined || known === 'running'
  const live = useLiveEvents(context, isRunning, (event) => {
    if (event.name === 'reset' || (event.name === 'replay' && event.data.replay_id === id))
      void client.invalidateQueries({ queryKey })
  })
  return useQuery({
    queryKey,
    queryFn: () => unwrap(context.api.GET('/api/replays/{id}', path)),
    refetchInterval: ({ state }) => {
      if (state.data?.status !== 'running') return false
      return live === 'live' ? LOOK_BESIDE_MS : LOOK_MS
    },
  })
}

export function ReplayProgress({ id, onDone }: { id: number; onDone: () => void }) {
  const context = useProject()
  const client = useQueryClient()
  const path = { params: { path: { id } } }
  const query = useReplay(id)
  const canceling = useMutation({
    mutationFn: () => unwrap(context.api.DELETE('/api/replays/{id}', path)),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKey(context, 'replays') }),
  })
  const replay = query.data
  if (replay === undefined) return <FormErrors error={query.error} title={common.failed} />
  const { status, count, progress, since, until } = replay
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
      <p className="soft">{texts.replayOf(formatTime(since), formatTime(until))}</p>
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
