import { useMutation } from '@tanstack/react-query'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { queryClient } from '../../api/query-client.js'
import { useProject } from '../../shell/project-context.js'
import { linkDetail as texts } from '../../texts/links.js'
import { notify, notifyError } from '../../ui/notify.js'

/** Restores an archived link by its code. */
export function useRestoreLink() {
  const context = useProject()
  return useMutation({
    mutationFn: (code: string) =>
      unwrap(
        context.api.PUT('/api/links/{code}', {
          params: { path: { code } },
          body: { archived: false },
        }),
      ),
    onSuccess: ({ code }) => {
      notify(texts.restored(code))
      void queryClient.invalidateQueries({ queryKey: projectKey(context, 'links') })
    },
    onError: notifyError,
  })
}
