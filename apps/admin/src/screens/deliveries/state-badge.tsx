import type { Delivery } from '../../api/types.js'
import { deliveries as texts } from '../../texts/deliveries.js'
import { Badge, type Tone } from '../../ui/badge.js'
import type { IconName } from '../../ui/icons.js'

const LOOKS: Readonly<Record<Delivery['state'], [Tone, IconName]>> = {
  pending: ['accent', 'clock'],
  delivering: ['accent', 'send'],
  retrying: ['warn', 'refresh'],
  succeeded: ['good', 'circle-check'],
  failed: ['bad', 'alert-circle'],
  held: ['warn', 'player-pause'],
  skipped: ['idle', 'minus'],
  canceled: ['idle', 'circle-x'],
}

export function StateBadge({ state }: { state: Delivery['state'] }) {
  const [tone, icon] = LOOKS[state]
  return (
    <Badge tone={tone} icon={icon}>
      {texts.states[state]}
    </Badge>
  )
}
