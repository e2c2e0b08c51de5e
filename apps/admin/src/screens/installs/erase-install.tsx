import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'
import { erase as texts } from '../../texts/installs.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { notify } from '../../ui/notify.js'

export function EraseInstall({ installId, onClose }: { installId: string; onClose: () => void }) {
  const context = useProject()
  const client = useQueryClient()
  const navigate = useNavigate()
  const erasing = useMutation({
    mutationFn: () =>
      unwrap(context.api.POST('/api/erasures', { body: { install_id: installId } })),
    onSuccess: async () => {
      notify(texts.done)
      await navigate({ to: '/p/$prefix/installs', params: { prefix: context.project.prefix } })
      void client.invalidateQueries({ queryKey: projectKey(context) })
    },
  })
  return (
    <ConfirmDialog
      title={texts.title}
      text={texts.text}
      action={texts.action}
      word={texts.word}
      change={erasing}
      onClose={onClose}
    >
      <p className="soft" style={{ marginTop: 10 }}>
        {texts.stays}
      </p>
    </ConfirmDialog>
  )
}
