import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { linkDetail as texts, linkForm, links } from '../../texts/links.js'
import { Modal } from '../../ui/dialog.js'
import { FormErrors } from '../../ui/form-errors.js'
import { notify } from '../../ui/notify.js'
import { useRestoreLink } from './use-restore-link.js'

export function ArchiveDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const context = useProject()
  const client = useQueryClient()
  const navigate = useNavigate()
  const stale = () => client.invalidateQueries({ queryKey: projectKey(context, 'links') })
  const restore = useRestoreLink()
  const archiving = useMutation({
    mutationFn: () =>
      unwrap(context.api.DELETE('/api/links/{code}', { params: { path: { code } } })),
    onSuccess: async () => {
      notify(texts.archived(code), () => restore.mutate(code))
      await navigate({ to: '/p/$prefix/links', params: { prefix: context.project.prefix } })
      void stale()
    },
  })
  return (
    <Modal opened onClose={onClose} title={texts.archiveTitle(code)}>
      <FormErrors error={archiving.error} title={linkForm.fix} />
      <p>{texts.archiveText}</p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {common.cancel}
        </Button>
        <Button color="red" loading={archiving.isPending} onClick={() => archiving.mutate()}>
          {links.archive}
        </Button>
      </Group>
    </Modal>
  )
}
