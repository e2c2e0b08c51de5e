import { Button, Group, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { erase as texts } from '../../texts/installs.js'
import { Modal } from '../../ui/dialog.js'
import { FormErrors } from '../../ui/form-errors.js'
import { notify } from '../../ui/notify.js'

export function EraseInstall({ installId, onClose }: { installId: string; onClose: () => void }) {
  const context = useProject()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [word, setWord] = useState('')
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
    <Modal opened onClose={onClose} title={texts.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (word === texts.word) erasing.mutate()
        }}
      >
        <FormErrors error={erasing.error} title={common.notSaved} />
        <p>{texts.text}</p>
        <p className="soft" style={{ marginTop: 10 }}>
          {texts.stays}
        </p>
        <TextInput
          mt="md"
          label={texts.confirm(texts.word)}
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            color="red"
            disabled={word !== texts.word}
            loading={erasing.isPending}
          >
            {texts.action}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
