import type { StreamEventData } from '@throughline/contracts/stream'
import type { ProjectContext } from '../../shell/project-context.js'
import type { Delivery, Install } from '../types.js'
import { unwrap } from '../client.js'
import type { LiveEvent } from './parse-events.js'

type Rows<Name extends 'click' | 'install' | 'attempt'> = StreamEventData<Name>['data'][number]

export type LiveClick = Pick<Rows<'click'>, 'id' | 'code' | 'link_name' | 'platform' | 'country'>
export type LiveInstall = Pick<
  Rows<'install'>,
  'install_id' | 'matched' | 'match_type' | 'reason' | 'platform' | 'code' | 'test'
>
export type LiveAttempt = Pick<
  Rows<'attempt'>,
  'delivery_id' | 'webhook_id' | 'webhook_name' | 'number' | 'status_code' | 'error_class' | 'test'
> & { state: Delivery['state'] }

/** A row of the live feed. */
export type LiveItem = { key: string; at: string } & (
  | { kind: 'click'; click: LiveClick }
  | { kind: 'install'; install: LiveInstall }
  | { kind: 'attempt'; attempt: LiveAttempt }
)

const KEPT = 50
const READ = 10

/** Adds items to the shown ones, newest first and without duplicates. */
export function addItems(shown: readonly LiveItem[], added: readonly LiveItem[]): LiveItem[] {
  const all = new Map([...shown, ...added].map((item) => [item.key, item]))
  return [...all.values()]
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
    .slice(0, KEPT)
}

/** Converts an event to rows. */
export function itemsOf(event: LiveEvent): LiveItem[] {
  switch (event.name) {
    case 'click':
      return event.data.data.map((click) => clickItem(click.clicked_at, click))
    case 'install':
      return event.data.data.map((install) => installItem(install.decided_at, install))
    case 'attempt':
      return event.data.data.map(({ state, ...attempt }) =>
        // A state of the API, shown as its name.
        attemptItem(attempt.started_at, { ...attempt, state: state as Delivery['state'] }),
      )
    case 'replay':
    case 'reset':
      return []
  }
}

/** The newest records that the role may read: for the first view, and if there is no stream. */
export async function readItems(context: ProjectContext, signal: AbortSignal): Promise<LiveItem[]> {
  const parts: Promise<LiveItem[]>[] = []
  if (context.can('attributions:read'))
    parts.push(readClicks(context, signal), readInstalls(context, signal))
  if (context.can('deliveries:read')) parts.push(readDeliveries(context, signal))
  return (await Promise.all(parts)).flat()
}

async function readClicks({ api }: ProjectContext, signal: AbortSignal): Promise<LiveItem[]> {
  const params = { query: { limit: READ, counted: 'true' as const } }
  const { data } = await unwrap(api.GET('/api/clicks', { params, signal }))
  return data.map((click) => clickItem(click.clicked_at, { ...click, link_name: null }))
}

async function readInstalls({ api }: ProjectContext, signal: AbortSignal): Promise<LiveItem[]> {
  const params = { query: { limit: READ } }
  const { data } = await unwrap(api.GET('/api/installs', { params, signal }))
  return data.map((install: Install) => installItem(install.decided_at, install))
}

async function readDeliveries({ api }: ProjectContext, signal: AbortSignal): Promise<LiveItem[]> {
  const params = { query: { limit: READ } }
  const { data } = await unwrap(api.GET('/api/deliveries', { params, signal }))
  return data
    .filter(({ attempts_made: made }) => made > 0)
    .map((delivery) =>
      attemptItem(delivery.completed_at ?? delivery.created_at, {
        delivery_id: delivery.id,
        number: delivery.attempts_made,
        webhook_name: null,
        status_code: delivery.last_status_code,
        error_class: delivery.last_error_class,
        webhook_id: delivery.webhook_id,
        state: delivery.state,
        test: delivery.is_test,
      }),
    )
}

function clickItem(at: string, click: LiveClick): LiveItem {
  return { key: `click ${click.id}`, at, kind: 'click', click }
}

function installItem(at: string, install: LiveInstall): LiveItem {
  return { key: `install ${install.install_id}`, at, kind: 'install', install }
}

function attemptItem(at: string, attempt: LiveAttempt): LiveItem {
  const key = `attempt ${attempt.delivery_id} ${attempt.number}`
  return { key, at, kind: 'attempt', attempt }
}
