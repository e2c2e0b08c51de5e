import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import type { Campaign } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { campaignDetail as texts, campaignForm, campaigns } from '../../texts/campaigns.js'
import { common } from '../../texts/common.js'
import { Modal } from '../../ui/dialog.js'
import { FormErrors } from '../../ui/form-errors.js'
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
    <Modal opened onClose={onClose} title={texts.removeTitle(name)}>
      <FormErrors error={removing.error} title={campaignForm.fix} />
      <p>{texts.removeText}</p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {common.cancel}
        </Button>
        <Button color="red" loading={removing.isPending} onClick={() => removing.mutate()}>
          {campaigns.remove}
        </Button>
      </Group>
    </Modal>
  )
}
