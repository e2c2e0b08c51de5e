import { queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'

const LOOK_MS = 3_000

/** What is set up. Read again while a step is open. */
export const setupQuery = (context: ProjectContext) =>
  queryOptions({
    queryKey: projectKey(context, 'setup'),
    queryFn: ({ signal }) => unwrap(context.api.GET('/api/setup', { signal })),
    refetchInterval: ({ state: { data } }) =>
      data?.verification.done === true && data.install.done ? false : LOOK_MS,
  })
