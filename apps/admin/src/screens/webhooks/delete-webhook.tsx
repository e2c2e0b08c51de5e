import { Button, Group, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import type { Webhook } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { webhookDetail as texts } from '../../texts/webhooks.js'
import { Modal } from '../../ui/dialog.js'
import { FormErrors } from '../../ui/form-errors.js'
import { notify } from '../../ui/notify.js'

export function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const context = useProject()
  const client = useQueryClient()
  const navigate = useNavigate()
  const host = webhook.url.replace(/^https?:\/\//, '').replace(/\/.*$/, '')
  const [word, setWord] = useState('')
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
    <Modal opened onClose={onClose} title={texts.removeTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (word === host) removing.mutate()
        }}
      >
        <FormErrors error={removing.error} title={common.notSaved} />
        <p>{texts.removeText}</p>
        <TextInput
          mt="md"
          label={texts.removeConfirm(host)}
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" color="red" disabled={word !== host} loading={removing.isPending}>
            {texts.remove}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
