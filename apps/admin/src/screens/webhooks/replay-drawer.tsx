import { Button, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { serverNow } from '../../api/server-clock.js'
import type { Webhook } from '../../api/types.js'
import { useProject, type ProjectContext } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { webhookDetail as texts } from '../../texts/webhooks.js'
import { Facts } from '../../ui/card.js'
import { toDay, toMoments } from '../../ui/day-range.js'
import { Drawer } from '../../ui/dialog.js'
import { FormErrors } from '../../ui/form-errors.js'
import styles from '../../ui/form.module.css'
import { formatCount } from '../../ui/format.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { ReplayProgress } from './replay-progress.js'

const WIDTH = 540
const DAY_MS = 86_400_000

type State = 'failed' | 'skipped' | 'succeeded' | 'all'
interface Range {
  since: string
  until: string
  state?: State
}

interface ReplayDrawerProps {
  webhook: Webhook
  /** What the address says: `new`, or the id of a replay. A reload shows the running replay. */
  replay: string
}

export function ReplayDrawer({ webhook, replay }: ReplayDrawerProps) {
  const setSearch = useSetSearch()
  const close = () => setSearch({ replay: undefined }, { keepsPage: true })
  const id = Number(replay)
  return (
    <Drawer opened onClose={close} size={WIDTH} title={texts.replayTitle}>
      {Number.isInteger(id) ? (
        <ReplayProgress id={id} onDone={close} />
      ) : (
        <NewReplay webhook={webhook} onClose={close} />
      )}
    </Drawer>
  )
}

interface Draft {
  from: string
  to: string
  state: State | ''
}

/** Counts first, without sending. The button is enabled if there is something to send. */
function NewReplay({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const context = useProject()
  const client = useQueryClient()
  const setSearch = useSetSearch()
  // The count and the replay use the same time, so that both cover the same deliveries.
  const [openedAt] = useState(serverNow)
  const [draft, setDraft] = useState<Draft>({
    from: toDay(new Date(openedAt - DAY_MS)),
    to: toDay(new Date(openedAt)),
    state: '',
  })
  const range = toRange(draft, openedAt)
  const hasDays = Date.parse(range.since) < Date.parse(range.until)
  const dry = useQuery({
    queryKey: projectKey(context, 'replay-count', webhook.id, range),
    queryFn: () => send(context, webhook.id, { ...range, dry_run: true }),
    enabled: hasDays,
  })
  const starting = useMutation({
    mutationFn: () => send(context, webhook.id, range),
    onSuccess: ({ id }) => {
      setSearch({ replay: String(id) }, { keepsPage: true })
      void client.invalidateQueries({ queryKey: projectKey(context, 'deliveries') })
    },
  })
  const count = dry.data?.count ?? 0
  return (
    <div className={styles.form}>
      <p className="soft">{texts.replayText}</p>
      <FormErrors error={starting.error ?? dry.error} title={common.notSaved} />
      <Fields draft={draft} set={(part) => setDraft({ ...draft, ...part })} />
      <div role="status">
        {dry.data !== undefined ? (
          <ReplayCounts counted={dry.data} />
        ) : (
          <p className="soft">
            {!hasDays ? texts.replayNoDays : dry.error === null && common.loading}
          </p>
        )}
      </div>
      <div className={styles.footer}>
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          disabled={count === 0 || dry.isFetching}
          loading={starting.isPending}
          onClick={() => starting.mutate()}
        >
          {texts.replayStart(formatCount(count))}
        </Button>
      </div>
    </div>
  )
}

interface Counted {
  count: number
  by_state: Readonly<Record<'failed' | 'skipped' | 'succeeded' | 'canceled', number>>
  hint?: string
}

/** What a replay would send, by state. */
function ReplayCounts({ counted }: { counted: Counted }) {
  const { count, by_state: states, hint } = counted
  if (count === 0) return <p>{hint ?? texts.replayNone}</p>
  const { canceled, ...sent } = states
  const rows = (Object.keys(sent) as (keyof typeof sent)[]).filter((state) => sent[state] > 0)
  return (
    <>
      <p style={{ marginBottom: 10, fontWeight: 600 }}>{texts.replayCount(formatCount(count))}</p>
      <Facts
        facts={[
          ...rows.map(
            (state) =>
              [
                texts.replayCounts[state],
                <span key={state} className="num">
                  {formatCount(sent[state])}
                </span>,
              ] as const,
          ),
          ...(canceled === 0
            ? []
            : [[texts.replayCounts.canceled, formatCount(canceled)] as const]),
        ]}
      />
    </>
  )
}

function Fields({ draft, set }: { draft: Draft; set: (part: Partial<Draft>) => void }) {
  const { from, to, state } = draft
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          type="date"
          label={texts.replayFrom}
          value={from}
          max={to}
          onChange={(event) => set({ from: event.currentTarget.value })}
          required
          withAsterisk={false}
        />
        <TextInput
          type="date"
          label={texts.replayTo}
          value={to}
          min={from}
          onChange={(event) => set({ to: event.currentTarget.value })}
          required
          withAsterisk={false}
        />
      </div>
      <Select
        label={texts.replayState}
        data={Object.entries(texts.replayStates).map(([value, label]) => ({ value, label }))}
        value={state}
        onChange={(value) => set({ state: (value ?? '') as State | '' })}
        allowDeselect={false}
      />
    </>
  )
}

/** Whole days, the last one up to the time at which the form was opened. */
function toRange({ from, to, state }: Draft, openedAt: number): Range {
  const { from: since, to: end } = toMoments({ from, to })
  const until = end === undefined ? openedAt : Math.min(Date.parse(end), openedAt)
  return {
    since: since ?? new Date(openedAt - DAY_MS).toISOString(),
    until: new Date(until).toISOString(),
    ...(state === '' ? {} : { state }),
  }
}

function send({ api }: ProjectContext, id: number, body: Range & { dry_run?: boolean }) {
  return unwrap(api.POST('/api/webhooks/{id}/replay', { params: { path: { id } }, body }))
}
