import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveryQuery, isUnderWay, readAgainMs } from '../../api/deliveries.js'
import { projectKey } from '../../api/keys.js'
import type { LiveEvent } from '../../api/live/parse-events.js'
import { useLiveEvents } from '../../api/live/use-live-events.js'
import { useProject } from '../../shell/project-context.js'
import { delivery as texts } from '../../texts/delivery.js'
import { formatDuration } from '../../ui/format.js'
import { resultOf } from './attempt-comparison.js'

/** A delivery, read again when the stream reports an attempt of it, or every few seconds without a stream. */
export function useDelivery(id: string) {
  const context = useProject()
  const client = useQueryClient()
  const [requested, setRequested] = useState<{ id: string; number: number } | null>(null)
  const options = deliveryQuery(context, id)
  const known = client.getQueryData(options.queryKey)
  const wanted = requested?.id === id ? requested.number : null
  const isWaiting = wanted !== null && !hasAttempt(known, wanted)
  const isOn = isWaiting || isUnderWay(known?.state)
  const onEvent = (event: LiveEvent) => {
    const isOurs =
      event.name === 'reset' ||
      (event.name === 'attempt' && event.data.data.some((one) => one.delivery_id === id))
    if (isOurs) void client.invalidateQueries({ queryKey: projectKey(context, 'deliveries') })
  }
  const live = useLiveEvents(context, isOn, onEvent)
  const query = useQuery({
    ...options,
    refetchInterval: ({ state: { data } }) =>
      readAgainMs(
        isUnderWay(data?.state) || (wanted !== null && !hasAttempt(data, wanted)),
        live === 'live',
      ),
  })
  const arrived = query.data?.attempts.find(({ number }) => number === wanted)
  return {
    query,
    /** The number of an attempt that was requested here and has not arrived. */
    awaited: isWaiting ? wanted : null,
    awaitAttempt: (number: number) => setRequested({ id, number }),
    /** The result of it, for a screen reader. */
    news:
      wanted === null
        ? ''
        : arrived === undefined
          ? texts.awaited(wanted)
          : texts.arrived(wanted, resultOf(arrived), formatDuration(arrived.duration_ms)),
  }
}

function hasAttempt(
  data: { attempts: readonly { number: number }[] } | undefined,
  number: number,
): boolean {
  return data?.attempts.some((attempt) => attempt.number === number) === true
}
