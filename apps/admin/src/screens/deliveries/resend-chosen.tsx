import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { deliveries as texts } from '../../texts/deliveries.js'
import { Icon } from '../../ui/icons.js'
import { notify, notifyError } from '../../ui/notify.js'
import styles from './deliveries.module.css'

interface ResendChosenProps {
  ids: readonly string[]
  onDone: () => void
}

/** Requests one more attempt for each selected delivery of the page. */
export function ResendChosen({ ids, onDone }: ResendChosenProps) {
  const context = useProject()
  const client = useQueryClient()
  const resending = useMutation({
    mutationFn: async () => {
      const resend = (id: string) =>
        unwrap(
          context.api.POST('/api/deliveries/{id}/resend', {
            params: { path: { id } },
            body: { retries: false },
          }),
        )
      return Promise.allSettled(ids.map(resend))
    },
    onSuccess: (results) => {
      const refused = results.filter((result) => result.status === 'rejected')
      const sent = results.length - refused.length
      if (sent > 0) notify(texts.resent(sent))
      const [first] = refused
      if (first !== undefined)
        notifyError(new Error(texts.notResent(refused.length, messageOf(first.reason))))
      void client.invalidateQueries({ queryKey: projectKey(context, 'deliveries') })
      onDone()
    },
  })
  return (
    <div className={styles.chosen} role="status">
      <span className="num">{texts.chosen(ids.length)}</span>
      <Button variant="default" size="xs" onClick={onDone}>
        {common.clearChoice}
      </Button>
      <Button
        size="xs"
        leftSection={<Icon name="refresh" size={14} />}
        loading={resending.isPending}
        onClick={() => resending.mutate()}
      >
        {texts.resendChosen(ids.length)}
      </Button>
    </div>
  )
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
