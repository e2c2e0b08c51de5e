import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'
import { webhookDetail as texts } from '../../texts/webhooks.js'
import { notify, notifyError } from '../../ui/notify.js'

/** Sends a sample through the usual delivery path, and opens its delivery. */
export function useSendTest(webhookId: number) {
  const context = useProject()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () =>
      unwrap(context.api.POST('/api/webhooks/{id}/test', { params: { path: { id: webhookId } } })),
    onSuccess: async ({ delivery_id: id }) => {
      notify(texts.testSent)
      void client.invalidateQueries({ queryKey: projectKey(context, 'deliveries') })
      await navigate({
        to: '/p/$prefix/deliveries/$id',
        params: { prefix: context.project.prefix, id },
      })
    },
    onError: notifyError,
  })
}
