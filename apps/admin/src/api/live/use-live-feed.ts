import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ProjectContext } from '../../shell/project-context.js'
import { projectKey } from '../keys.js'
import { addItems, itemsOf, readItems, type LiveItem } from './live-items.js'
import type { LiveState } from './shared-stream.js'
import { useLiveEvents } from './use-live-events.js'

export interface LiveFeed {
  state: LiveState
  /** The newest first. */
  items: LiveItem[]
  /** How many events have arrived since the page was opened, including those that are not listed. */
  count: number
  isLoading: boolean
  error: Error | null
  retry: () => void
}

const POLL_MS = 5_000

/** The events of the project: from its stream, or read every 5 s if there is no stream. */
export function useLiveFeed(context: ProjectContext): LiveFeed {
  const client = useQueryClient()
  const [news, setNews] = useState<{ items: LiveItem[]; count: number }>({ items: [], count: 0 })
  const key = useMemo(() => projectKey(context, 'live'), [context])
  const state = useLiveEvents(context, true, (event) => {
    if (event.name === 'reset') void client.invalidateQueries({ queryKey: key })
    const items = itemsOf(event)
    if (!('count' in event.data)) return
    const { count } = event.data
    setNews((former) => ({ items: addItems(former.items, items), count: former.count + count }))
  })
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readItems(context, signal),
    refetchInterval: state === 'polling' ? POLL_MS : false,
    staleTime: 0,
  })
  const { data, error, refetch } = query
  return {
    state,
    items: useMemo(() => addItems(data ?? [], news.items), [data, news.items]),
    count: news.count,
    isLoading: query.isPending,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}
