import { Button, Drawer, Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { serverNow } from '../../api/server-clock.js'
import type { Webhook } from '../../api/types.js'
import { useProject, type ProjectContext } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { webhookDetail as texts } from '../../texts/webhooks.js'
import { FormErrors } from '../../ui/form-errors.js'
import styles from '../../ui/form.module.css'
import { formatCount } from '../../ui/format.js'
import { ReplayProgress } from './replay-progress.js'

const WIDTH = 520
const HOUR_MS = 3_600_000
const DEFAULT_HOURS = '24'

type State = 'failed' | 'skipped'
interface Range {
  since: string
  until: string
  state?: State
}

/** Counts first, without sending. The button is enabled if there is something to send. */
export function ReplayDrawer({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const context = useProject()
  const client = useQueryClient()
  const [hours, setHours] = useState(DEFAULT_HOURS)
  const [state, setState] = useState<State | ''>('')
  // The count and the replay use the same time, so that both cover the same deliveries.
  const [openedAt] = useState(serverNow)
  const range: Range = {
    since: new Date(openedAt - Number(hours) * HOUR_MS).toISOString(),
    until: new Date(openedAt).toISOString(),
    ...(state === '' ? {} : { state }),
  }
  const dry = useQuery({
    queryKey: projectKey(context, 'replay-count', webhook.id, range),
    queryFn: () => replay(context, webhook.id, { ...range, dry_run: true }),
  })
  const starting = useMutation({
    mutationFn: () => replay(context, webhook.id, range),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKey(context, 'deliveries') }),
  })
  const id = starting.data?.id ?? null
  return (
    <Drawer opened onClose={onClose} size={WIDTH} title={texts.replayTitle}>
      {id !== null ? (
        <ReplayProgress id={id} onDone={onClose} />
      ) : (
        <div className={styles.form}>
          <p className="soft">{texts.replayText}</p>
          <FormErrors error={starting.error ?? dry.error} title={common.notSaved} />
          <Select
            label={texts.replaySpan}
            data={texts.replaySpans.map(([value, label]) => ({ value, label }))}
            value={hours}
            onChange={(value) => setHours(value ?? DEFAULT_HOURS)}
            allowDeselect={false}
          />
          <Select
            label={texts.replayState}
            data={Object.entries(texts.replayStates).map(([value, label]) => ({ value, label }))}
            value={state}
            onChange={(value) => setState((value ?? '') as State | '')}
            allowDeselect={false}
          />
          <p role="status">{dry.data === undefined ? common.loading : countText(dry.data)}</p>
          <div className={styles.footer}>
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button
              disabled={dry.data === undefined || dry.data.count === 0}
              loading={starting.isPending}
              onClick={() => starting.mutate()}
            >
              {texts.replayStart(formatCount(dry.data?.count ?? 0))}
            </Button>
          </div>
        </div>
      )}
    </Drawer>
  )
}

type Counted = Awaited<ReturnType<typeof replay>>

function countText({ count, by_state: { failed, skipped }, hint }: Counted): string {
  if (count === 0) return hint ?? texts.replayNone
  return texts.replayCount(formatCount(count), formatCount(failed), formatCount(skipped))
}

function replay({ api }: ProjectContext, id: number, body: Range & { dry_run?: boolean }) {
  return unwrap(api.POST('/api/webhooks/{id}/replay', { params: { path: { id } }, body }))
}
