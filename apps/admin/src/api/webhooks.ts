import { queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'

/** A project has at most as many. */
const MOST_WEBHOOKS = 100
/** How often a webhook is read while it is being verified. */
const VERIFYING_MS = 1_000

export const webhooksQuery = (context: ProjectContext) =>
  queryOptions({
    queryKey: projectKey(context, 'webhooks', 'list'),
    queryFn: ({ signal }) =>
      unwrap(
        context.api.GET('/api/webhooks', { params: { query: { limit: MOST_WEBHOOKS } }, signal }),
      ),
  })

export const webhookQuery = (context: ProjectContext, id: number) =>
  queryOptions({
    queryKey: projectKey(context, 'webhooks', 'one', id),
    queryFn: ({ signal }) =>
      unwrap(context.api.GET('/api/webhooks/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) =>
      data?.verification?.result === 'waiting' ? VERIFYING_MS : false,
  })
