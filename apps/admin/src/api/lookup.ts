import { queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'

/** Shorter text is a word that somebody types, not an id that was pasted. */
const MIN_LENGTH = 3

/** What a pasted id, code, URL or host is. */
export const lookupQuery = (context: ProjectContext, text: string) =>
  queryOptions({
    queryKey: projectKey(context, 'lookup', text),
    queryFn: ({ signal }) =>
      unwrap(context.api.GET('/api/lookup', { params: { query: { id: text } }, signal })),
    enabled: text.length >= MIN_LENGTH,
  })
