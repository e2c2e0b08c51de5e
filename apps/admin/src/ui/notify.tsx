import { notifications } from '@mantine/notifications'
import { ApiError } from '../api/client.js'
import { ReauthCanceled } from '../shell/reauth-store.js'
import { common } from '../texts/common.js'
import { Icon } from './icons.js'

const ERROR_MS = 12_000

/** Says that something was done. */
export function notify(message: string): void {
  notifications.show({ message, color: 'teal', icon: <Icon name="check" size={16} /> })
}

/** Of an action without a form; a form shows the error itself. */
export function notifyError(error: Error): void {
  if (error instanceof ReauthCanceled) return
  const id = error instanceof ApiError && error.requestId !== null ? ` (${error.requestId})` : ''
  notifications.show({
    title: common.notSaved,
    message: `${error.message}${id}`,
    color: 'red',
    icon: <Icon name="x" size={16} />,
    autoClose: ERROR_MS,
  })
}
