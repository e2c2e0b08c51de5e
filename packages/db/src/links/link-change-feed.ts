import {
  openListener,
  type Listener,
  type ListenerOptions,
  type Subscription,
} from '../connection/listener.js'
import { SPOOL_LOCK } from '../connection/spool-lock.js'
import { LINK_CHANGES_CHANNEL, parseLinkChange, type LinkChange } from './link-changes.js'

export interface LinkChangeFeed extends Pick<Listener, 'isCurrent' | 'close'> {
  /** Shows other processes, while the connection lasts, whether clicks wait in this process's spool. */
  setSpooling(isSpooling: boolean): void
}

export interface LinkChangeFeedOptions extends Pick<
  ListenerOptions,
  'url' | 'notifyListenCheck' | 'onUnhealthy' | 'onLost'
> {
  onChange: (change: LinkChange) => void
  /** Called when changes may have been missed: at every (re)connect, and for an unknown notification. */
  onInvalidated: () => void
  others?: readonly Subscription[]
}

export function listenToLinkChanges({
  onChange,
  onInvalidated,
  others = [],
  ...options
}: LinkChangeFeedOptions): LinkChangeFeed {
  const changes: Subscription = {
    channel: LINK_CHANGES_CHANNEL,
    onNotification: (payload) => {
      const change = parseLinkChange(payload)
      if (change === null) onInvalidated()
      else onChange(change)
    },
    onConnected: onInvalidated,
  }
  const listener = openListener({
    ...options,
    lockId: SPOOL_LOCK,
    subscriptions: [changes, ...others],
  })
  return {
    isCurrent: () => listener.isCurrent(),
    setSpooling: (isSpooling) => listener.setLocked(isSpooling),
    close: () => listener.close(),
  }
}
