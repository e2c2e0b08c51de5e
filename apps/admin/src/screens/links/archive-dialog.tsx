import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'
import { linkDetail as texts, links } from '../../texts/links.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
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
    <ConfirmDialog
      title={texts.archiveTitle(code)}
      text={texts.archiveText}
      action={links.archive}
      change={archiving}
      onClose={onClose}
    />
  )
}
