import { Button, Group, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import type { Webhook } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { withReauth } from '../../shell/reauth-store.js'
import { common } from '../../texts/common.js'
import { secret, webhookDetail as texts } from '../../texts/webhooks.js'
import { Modal } from '../../ui/dialog.js'
import { FormErrors } from '../../ui/form-errors.js'
import { SecretBox } from './secret-box.js'

const DEFAULT_GRACE = '86400'
const WIDTH = 640

export function RotateSecret({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const context = useProject()
  const client = useQueryClient()
  const [grace, setGrace] = useState(DEFAULT_GRACE)
  const rotating = useMutation({
    mutationFn: () =>
      withReauth(() =>
        unwrap(
          context.api.POST('/api/webhooks/{id}/rotate', {
            params: { path: { id: webhook.id } },
            body: { grace_seconds: Number(grace) },
          }),
        ),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKey(context, 'webhooks') }),
  })
  const rotated = rotating.data
  return (
    <Modal
      opened
      onClose={onClose}
      size={WIDTH}
      title={rotated === undefined ? texts.rotateTitle : secret.title}
      closeOnClickOutside={rotated === undefined}
    >
      {rotated !== undefined ? (
        <SecretBox webhookId={webhook.id} secret={rotated.secret} onDone={onClose} />
      ) : (
        <>
          <FormErrors error={rotating.error} title={common.notSaved} />
          <p>{texts.rotateText}</p>
          <Select
            mt="md"
            label={texts.grace}
            data={texts.graces.map(([value, label]) => ({ value, label }))}
            value={grace}
            onChange={(value) => setGrace(value ?? DEFAULT_GRACE)}
            allowDeselect={false}
          />
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose} data-autofocus>
              {common.cancel}
            </Button>
            <Button loading={rotating.isPending} onClick={() => rotating.mutate()}>
              {texts.rotate}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  )
}
