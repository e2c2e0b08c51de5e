import { queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'

/** Shorter text is a typed word, not a pasted id. */
const MIN_LENGTH = 3

/** Finds out what a pasted id, code, URL or host refers to. */
export const lookupQuery = (context: ProjectContext, text: string) =>
  queryOptions({
    queryKey: projectKey(context, 'lookup', text),
    queryFn: ({ signal }) =>
      unwrap(context.api.GET('/api/lookup', { params: { query: { id: text } }, signal })),
    enabled: text.length >= MIN_LENGTH,
  })
