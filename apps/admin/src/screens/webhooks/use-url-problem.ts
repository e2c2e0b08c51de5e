import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { unwrap } from '../../api/client.js'
import { projectKey } from '../../api/keys.js'
import { useProject } from '../../shell/project-context.js'

const TYPING_MS = 400
/** Before the host is written, every URL is wrong. */
const HAS_HOST = /^[a-z]+:\/\/[^/]*[^/.:]/i

/** What the API would reject in a URL, while one types. */
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
