import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import type { Campaign } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { campaignDetail as texts, campaigns } from '../../texts/campaigns.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { notify } from '../../ui/notify.js'

export function DeleteCampaign({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const context = useProject()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id, name } = campaign
  const removing = useMutation({
    mutationFn: () =>
      unwrap(context.api.DELETE('/api/campaigns/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      notify(texts.removed(name))
      await navigate({ to: '/p/$prefix/campaigns', params: { prefix: context.project.prefix } })
      void client.invalidateQueries({ queryKey: projectKey(context, 'campaigns') })
    },
  })
  return (
    <ConfirmDialog
      title={texts.removeTitle(name)}
      text={texts.removeText}
      action={campaigns.remove}
      change={removing}
      onClose={onClose}
    />
  )
}
