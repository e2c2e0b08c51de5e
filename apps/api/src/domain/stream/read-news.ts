import type { StreamEventData } from '@throughline/contracts/stream'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { Db } from '@throughline/db/connection/database'
import type { ReplayRow } from '@throughline/db/deliveries/find-replay'
import type { ProjectNews, StreamKind } from '@throughline/db/stream/stream-notices'
import {
  readStreamAttempts,
  readStreamClicks,
  readStreamInstalls,
  type StreamAttempt,
  type StreamClick,
  type StreamInstall,
  type StreamKey,
} from '@throughline/db/stream/stream-rows'

export interface NewsEvent {
  projectId: string
  name: StreamKind
  data: StreamEventData<'click'> | StreamEventData<'install'> | StreamEventData<'attempt'>
}

export interface ReadNews {
  events: NewsEvent[]
  /** Replays to which the attempts belong. */
  replays: { projectId: string; id: number }[]
}

/** Reads the data of events with one statement per kind, for any number of projects. */
export async function readNews(db: Db, news: ReadonlyMap<string, ProjectNews>): Promise<ReadNews> {
  const clicks = await readKind(news, 'click', (keys) => readStreamClicks(db, keys))
  const installs = await readKind(news, 'install', (keys) => readStreamInstalls(db, keys))
  const attempts = await readKind(news, 'attempt', (keys) => readStreamAttempts(db, keys))
  return {
    events: [
      ...eventsOf(news, 'click', { rows: clicks, present: presentClick }),
      ...eventsOf(news, 'install', { rows: installs, present: presentInstall }),
      ...eventsOf(news, 'attempt', { rows: attempts, present: presentAttempt }),
    ],
    replays: attempts.flatMap(({ projectId, replayId }) =>
      replayId === null ? [] : [{ projectId, id: replayId }],
    ),
  }
}

async function readKind<Row>(
  news: ReadonlyMap<string, ProjectNews>,
  kind: StreamKind,
  read: (keys: StreamKey[]) => Promise<Row[]>,
): Promise<Row[]> {
  const keys = [...news].flatMap(([projectId, each]) =>
    (each[kind]?.ids ?? []).map((id) => ({ projectId, id })),
  )
  return keys.length === 0 ? [] : read(keys)
}

function eventsOf<Row extends StreamKey>(
  news: ReadonlyMap<string, ProjectNews>,
  name: StreamKind,
  { rows, present }: { rows: Row[]; present: (row: Row) => object },
): NewsEvent[] {
  return [...news].flatMap(([projectId, { [name]: noted }]) => {
    if (noted === undefined) return []
    const found = new Map(
      rows.filter((row) => row.projectId === projectId).map((row) => [row.id, present(row)]),
    )
    // Newest first.
    const data = [...new Set(noted.ids)].reverse().flatMap((id) => found.get(id) ?? [])
    // The reader of `name` fits its presenter.
    return [{ projectId, name, data: { count: noted.count, data } as unknown as NewsEvent['data'] }]
  })
}

function presentClick(row: StreamClick): StreamEventData<'click'>['data'][number] {
  return {
    id: row.id,
    clicked_at: formatTimestamp(row.createdAt),
    code: row.code,
    link_name: row.linkName,
    campaign_id: row.campaignId,
    campaign_name: row.campaignName,
    recorded_by: row.source === 'sdk' ? 'sdk' : 'link_host',
    platform: row.platform,
    country: row.country,
  }
}

function presentInstall(row: StreamInstall): StreamEventData<'install'>['data'][number] {
  return {
    install_id: row.id,
    decided_at: formatTimestamp(row.decidedAt),
    matched: row.isMatched,
    match_type: row.matchType,
    reason: row.reason,
    platform: row.platform,
    country: row.country,
    code: row.code,
    test: row.isTest,
  }
}

function presentAttempt(row: StreamAttempt): StreamEventData<'attempt'>['data'][number] {
  return {
    delivery_id: row.id,
    started_at: formatTimestamp(row.startedAt),
    webhook_id: row.webhookId,
    webhook_name: row.webhookName,
    event: row.event,
    state: row.state,
    number: row.number,
    status_code: row.statusCode,
    error_class: row.errorClass,
    duration_ms: row.durationMs,
    test: row.isTest,
  }
}

export function presentReplay({ id, webhookId, progress }: ReplayRow): StreamEventData<'replay'> {
  const { waiting, succeeded, failed, notSent } = progress
  return { replay_id: id, webhook_id: webhookId, waiting, succeeded, failed, not_sent: notSent }
}
