import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'

const TYPING_MS = 400
/** Does not report a URL as wrong before its host is typed. */
const HAS_HOST = /^[a-z]+:\/\/[^/]*[^/.:]/i

/** Shows during typing what the API would reject in a URL. */
export function useUrlProblem(typed: string): string | undefined {
  const context = useProject()
  const url = typed.trim()
  const [checked] = useDebouncedValue(url, TYPING_MS)
  const { data } = useQuery({
    queryKey: projectKey(context, 'check-url', checked),
    queryFn: ({ signal }) =>
      unwrap(context.api.POST('/api/webhooks/check-url', { body: { url: checked }, signal })),
    enabled: HAS_HOST.test(checked) && context.can('webhooks:write'),
    staleTime: Infinity,
  })
  return checked === url ? (data?.reason ?? undefined) : undefined
}
