import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ProjectContext } from '../shell/project-context.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'
import { listenLive, type LiveState } from './live/shared-stream.js'

const LOOK_MS = 3_000
/** Beside the stream, which tells nothing of links and webhooks that are created elsewhere. */
const LIVE_LOOK_MS = 15_000
/** Clicks are counted up to a second after their event. */
const COUNTED_AFTER_MS = 1_500

/** What is set up. */
export const setupQuery = (context: ProjectContext) =>
  queryOptions({
    queryKey: projectKey(context, 'setup'),
    queryFn: ({ signal }) => unwrap(context.api.GET('/api/setup', { signal })),
  })

/** The setup, read again with each event of the project, or every three seconds without a stream. */
export function useLiveSetup(context: ProjectContext) {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    let counted: ReturnType<typeof setTimeout> | undefined
    const read = () => void client.invalidateQueries({ queryKey: projectKey(context, 'setup') })
    const onEvent = () => {
      read()
      clearTimeout(counted)
      counted = setTimeout(read, COUNTED_AFTER_MS)
    }
    const { project_id: id } = context.project
    const stop = listenLive(id, { onEvent, onState: setState, onEnded: read })
    return () => {
      clearTimeout(counted)
      stop()
    }
  }, [client, context])
  return useQuery({
    ...setupQuery(context),
    refetchInterval: state === 'live' ? LIVE_LOOK_MS : LOOK_MS,
  })
}
