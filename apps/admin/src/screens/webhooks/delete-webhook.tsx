import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import type { Webhook } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { webhookDetail as texts } from '../../texts/webhooks.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { notify } from '../../ui/notify.js'

export function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const context = useProject()
  const client = useQueryClient()
  const navigate = useNavigate()
  const host = webhook.url.replace(/^https?:\/\//, '').replace(/\/.*$/, '')
  const removing = useMutation({
    mutationFn: () =>
      unwrap(context.api.DELETE('/api/webhooks/{id}', { params: { path: { id: webhook.id } } })),
    onSuccess: async () => {
      notify(texts.removed)
      await navigate({ to: '/p/$prefix/webhooks', params: { prefix: context.project.prefix } })
      void client.invalidateQueries({ queryKey: projectKey(context, 'webhooks') })
    },
  })
  return (
    <ConfirmDialog
      title={texts.removeTitle}
      text={texts.removeText}
      action={texts.remove}
      word={host}
      change={removing}
      onClose={onClose}
    />
  )
}
