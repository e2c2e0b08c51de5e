import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { unwrap, type Api } from '../api/client.js'
import { useProject } from '../shell/project-context.js'
import { common } from '../texts/common.js'
import { Icon } from './icons.js'
import { notifyError } from './notify.js'
import { saveFile } from './save-file.js'

interface CsvButtonProps {
  path: '/api/installs' | '/api/deliveries'
  /** The filters of the list. */
  query: object
  name: string
}

/** The whole filtered list as a file. */
export function CsvButton({ path, query, name }: CsvButtonProps) {
  const { api } = useProject()
  const saving = useMutation({
    mutationFn: async () => saveFile(await readCsv(api, path, query), name),
    onError: notifyError,
  })
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {common.csv}
    </Button>
  )
}

function readCsv(api: Api, path: CsvButtonProps['path'], query: object): Promise<Blob> {
  const answering = api.GET(path as '/api/installs', {
    params: { query: { ...query, format: 'csv' } },
    parseAs: 'blob',
  })
  return unwrap(answering as Promise<{ data?: Blob; error?: unknown; response: Response }>)
}
