import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { createTicket } from '../api/tickets.js'
import { useProject } from '../shell/project-context.js'
import { common } from '../texts/common.js'
import { Icon } from './icons.js'
import { notifyProblem } from './notify.js'

interface CsvButtonProps {
  /** The list, such as `/api/installs`. */
  path: string
  /** The filters of the list. */
  query: object
  /** The card whose head has the button. */
  card?: string
}

/**
 * Downloads the whole filtered list. The browser streams it to a file. The API refuses viewers a file with ids of clicks
 * or installs, and says so.
 */
export function CsvButton({ path, query, card }: CsvButtonProps) {
  const context = useProject()
  const starting = useMutation({
    mutationFn: async () =>
      download(await createTicket(context, path, { ...query, format: 'csv' })),
    onError: (error) => notifyProblem(error, common.notDownloaded),
  })
  return (
    <Button
      variant="default"
      size={card === undefined ? 'sm' : 'xs'}
      aria-label={card === undefined ? common.csv : `${common.csv}: ${card}`}
      leftSection={<Icon name="download" size={16} />}
      loading={starting.isPending}
      onClick={() => starting.mutate()}
    >
      {common.csv}
    </Button>
  )
}

/** A link with `download` does not leave the page if the server refuses. */
function download(href: string): void {
  Object.assign(document.createElement('a'), { href, download: '' }).click()
}
