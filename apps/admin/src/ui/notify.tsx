import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ApiError } from '../api/client.js'
import { ReauthCanceled } from '../shell/reauth-store.js'
import { common } from '../texts/common.js'
import { Icon } from './icons.js'
import styles from './ui.module.css'

const ERROR_MS = 12_000
const UNDO_MS = 12_000

/** Shows that an action succeeded. @param undo reverts it while the message is shown */
export function notify(message: string, undo?: () => unknown): void {
  const look = { color: 'teal', icon: <Icon name="check" size={16} /> }
  if (undo === undefined) {
    notifications.show({ ...look, message })
    return
  }
  const id = `undo-${Date.now()}`
  const takeBack = () => {
    notifications.hide(id)
    undo()
  }
  notifications.show({
    ...look,
    id,
    autoClose: UNDO_MS,
    message: (
      <span className={styles.undo}>
        {message}
        <Button variant="default" size="xs" onClick={takeBack}>
          {common.undo}
        </Button>
      </span>
    ),
  })
}

/** Shows the error of an action without a form; a form shows its errors itself. */
export function notifyError(error: Error): void {
  notifyProblem(error, common.notSaved)
}

export function notifyProblem(error: Error, title: string): void {
  if (error instanceof ReauthCanceled) return
  const id = error instanceof ApiError && error.requestId !== null ? ` (${error.requestId})` : ''
  notifications.show({
    title,
    message: `${error.message}${id}`,
    color: 'red',
    icon: <Icon name="x" size={16} />,
    autoClose: ERROR_MS,
  })
}
