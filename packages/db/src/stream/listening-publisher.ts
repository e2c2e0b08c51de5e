import type { Db } from '../connection/database.js'
import { openListener } from '../connection/listener.js'
import { parseStreamNotice, sendStreamNotice, STREAM_CHANNEL } from './stream-notices.js'
import { createStreamPublisher, type StreamPublisher } from './stream-publisher.js'

export interface ListeningPublisher extends Pick<StreamPublisher, 'note'> {
  close(): Promise<void>
}

/** The publisher of a process that has no streams, on a connection that hears which projects are watched. */
export function openListeningPublisher({
  db,
  url,
  onError,
}: {
  db: Db
  /** Of PostgreSQL itself. */
  url: string
  onError: (error: unknown) => void
}): ListeningPublisher {
  const send = (notice: string) => sendStreamNotice(db, notice)
  const publisher = createStreamPublisher({ send, onError })
  const listener = openListener({
    url,
    subscriptions: [
      {
        channel: STREAM_CHANNEL,
        onNotification: (payload) => {
          const notice = parseStreamNotice(payload)
          if (notice?.kind === 'watch') publisher.watch(notice.projectIds)
        },
        // What is watched is repeated every 5 s.
        onConnected: () => undefined,
      },
    ],
    notifyListenCheck: send,
    onLost: onError,
  })
  return {
    note: (kind, projectId, id) => publisher.note(kind, projectId, id),
    close: () => {
      publisher.close()
      return listener.close()
    },
  }
}
