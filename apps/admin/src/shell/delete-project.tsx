import { useQueryClient } from '@tanstack/react-query'
import { deleteProject, restoreProject } from '../api/projects.js'
import { deletion as texts } from '../texts/system.js'
import { ConfirmDialog } from '../ui/confirm-dialog.js'
import { formatTime } from '../ui/format.js'
import { notify, notifyError } from '../ui/notify.js'
import { useChange } from './use-change.js'

interface DeleteProjectProps {
  project: { id: string; name: string; prefix: string }
  onClose: () => void
}

/** Asks for the prefix, which is unique, and explains what remains possible for seven days. */
export function DeleteProject({ project, onClose }: DeleteProjectProps) {
  const { id, name, prefix } = project
  const client = useQueryClient()
  const restore = () =>
    restoreProject(id).then(() => {
      notify(texts.restored)
      return client.invalidateQueries()
    }, notifyError)
  const removing = useChange(() => deleteProject(id), {
    // Reads everything again: lists of projects, the settings, the account.
    stale: [],
    onDone: ({ deletes_at: at }) => {
      notify(texts.done(formatTime(at)), restore)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={texts.title(name)}
      text={
        <>
          <p>{texts.text}</p>
          <p style={{ marginTop: 8 }}>{texts.after}</p>
        </>
      }
      action={texts.action}
      word={prefix}
      change={removing}
      onClose={onClose}
    />
  )
}
