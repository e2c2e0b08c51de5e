import type { NewDecision } from '@throughline/db/attribution/decision-statement'
import type { NewClick } from '@throughline/db/clicks/clicks'
import type { Database } from '@throughline/db/connection/database'
import type { Subscription } from '@throughline/db/connection/listener'
import {
  parseStreamNotice,
  sendStreamNotice,
  STREAM_CHANNEL,
} from '@throughline/db/stream/stream-notices'
import { createStreamPublisher } from '@throughline/db/stream/stream-publisher'
import type { Logger } from '@throughline/runtime/logger'
import { Gauge, type Registry } from '@throughline/runtime/metrics'
import { StreamHub } from './stream-hub.js'

/** Announces events of projects to all processes and sends them to the streams of this process. */
export interface Streams {
  hub: StreamHub
  subscription: Subscription
  /** Call these after the commit. Uncounted clicks are ignored. */
  noteClicks(clicks: readonly Pick<NewClick, 'id' | 'projectId' | 'uncountedReason'>[]): void
  noteInstall(install: Pick<NewDecision, 'projectId' | 'installId'>): void
  close(): void
}

export function openStreams({
  database,
  logger,
  registry,
  maxStreams,
}: {
  database: Pick<Database, 'prisma'>
  logger: Logger
  registry: Registry
  maxStreams: number
}): Streams {
  const onError = (error: unknown) =>
    logger.debug({ err: error }, 'notification of a stream was lost')
  const send = (notice: string) => sendStreamNotice(database.prisma, notice)
  const publisher = createStreamPublisher({ send, onError })
  const hub = new StreamHub({
    database,
    maxStreams,
    onError,
    announce: (notice, projectIds) => {
      publisher.watch(projectIds)
      send(notice).catch(onError)
    },
  })
  new Gauge({
    name: 'throughline_streams',
    help: 'Open streams of GET /api/stream',
    registers: [registry],
    collect() {
      this.set(hub.size())
    },
  })
  return {
    hub,
    subscription: {
      channel: STREAM_CHANNEL,
      onNotification: (payload) => {
        const notice = parseStreamNotice(payload)
        if (notice?.kind === 'watch') publisher.watch(notice.projectIds)
        if (notice?.kind === 'news') hub.receive(notice.projects)
      },
      onConnected: () => hub.onInvalidated(),
    },
    noteClicks(clicks) {
      for (const { id, projectId, uncountedReason } of clicks)
        if (uncountedReason === null) publisher.note('click', projectId, id)
    },
    noteInstall: ({ projectId, installId }) => publisher.note('install', projectId, installId),
    close() {
      publisher.close()
      hub.close()
    },
  }
}
