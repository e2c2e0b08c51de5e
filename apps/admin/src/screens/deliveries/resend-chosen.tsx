import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'
import { deliveries as texts } from '../../texts/deliveries.js'
import { ChosenBar, type Choice } from '../../ui/choice.js'
import { Icon } from '../../ui/icons.js'
import { notify, notifyError } from '../../ui/notify.js'

/** Requests one more attempt for each selected delivery of the page. */
export function ResendChosen({ choice }: { choice: Choice }) {
  const ids = [...choice.chosen]
  const context = useProject()
  const client = useQueryClient()
  const resending = useMutation({
    mutationFn: () =>
      unwrap(
        context.api.POST('/api/deliveries/resend', { body: { ids: [...ids], retries: false } }),
      ),
    onSuccess: ({ queued, data }) => {
      if (queued > 0) notify(texts.resent(queued))
      const refused = data.flatMap(({ detail }) => detail ?? [])
      const [first] = refused
      if (first !== undefined) notifyError(new Error(texts.notResent(refused.length, first)))
      void client.invalidateQueries({ queryKey: projectKey(context, 'deliveries') })
      choice.all.set(false)
    },
    onError: notifyError,
  })
  return (
    <ChosenBar choice={choice}>
      <Button
        size="xs"
        leftSection={<Icon name="refresh" size={14} />}
        loading={resending.isPending}
        onClick={() => resending.mutate()}
      >
        {texts.resendChosen(ids.length)}
      </Button>
    </ChosenBar>
  )
}
