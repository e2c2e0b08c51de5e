import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'
import { useChange } from '../../shell/use-change.js'
import { grace as texts } from '../../texts/webhooks.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'

interface EndGraceProps {
  id: number
  /** Whether the receiver has accepted what only the new secret signs. */
  isUnused: boolean
  onClose: () => void
}

export function EndGrace({ id, isUnused, onClose }: EndGraceProps) {
  const context = useProject()
  const ending = useChange(
    () => unwrap(context.api.POST('/api/webhooks/{id}/end-grace', { params: { path: { id } } })),
    { stale: projectKey(context, 'webhooks'), done: texts.ended, onDone: onClose },
  )
  return (
    <ConfirmDialog
      title={texts.endTitle}
      text={isUnused ? texts.endUnused : texts.endUsed}
      action={texts.end}
      change={ending}
      onClose={onClose}
    />
  )
}
