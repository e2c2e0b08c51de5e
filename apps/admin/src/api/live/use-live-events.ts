import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ProjectContext } from '../../shell/project-context.js'
import { meQuery } from '../session.js'
import type { LiveEvent } from './parse-events.js'
import { listenLive, type LiveState } from './shared-stream.js'

/**
 * Listens to the events of the project while `isOn`.
 * @returns `polling` if there is no stream, so that the caller reads the records instead
 */
export function useLiveEvents(
  { project: { project_id: projectId } }: Pick<ProjectContext, 'project'>,
  isOn: boolean,
  onEvent: (event: LiveEvent) => void,
): LiveState {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  useEffect(() => {
    if (!isOn) return undefined
    const onEnded = () => void client.invalidateQueries({ queryKey: meQuery.queryKey })
    const listener = { onEvent: (event: LiveEvent) => latest.current(event), onState: setState }
    return listenLive(projectId, { ...listener, onEnded })
  }, [client, isOn, projectId])
  return state
}
