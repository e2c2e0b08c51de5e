import { useMutation, useQueryClient } from '@tanstack/react-query'
import { updateLinks } from '../../api/links.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { notify, notifyError } from '../../ui/notify.js'
import { undoOf, type BulkChange, type ChangedLink } from './bulk-undo.js'

interface Bulk {
  links: readonly ChangedLink[]
  change: BulkChange
  /** What the message says afterwards. */
  done: string
}

/** Changes several links together, with undo in the message. */
export function useBulkChange() {
  const context = useProject()
  const client = useQueryClient()
  const reread = () => client.invalidateQueries({ queryKey: projectKey(context, 'links') })
  const undoing = useMutation({
    mutationFn: ({ links, change }: Bulk) =>
      Promise.all(undoOf(links, change).map((back) => updateLinks(context, back))),
    onSuccess: () => notify(common.undone),
    onError: notifyError,
    onSettled: reread,
  })
  return useMutation({
    mutationFn: ({ links, change }: Bulk) =>
      updateLinks(context, { ...change, codes: links.map(({ code }) => code) }),
    onSuccess: (_data, bulk) => {
      notify(bulk.done, () => undoing.mutate(bulk))
      void reread()
    },
    onError: notifyError,
  })
}
