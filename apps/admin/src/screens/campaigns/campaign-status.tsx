import type { Campaign } from '../../api/types.js'
import { campaigns as texts } from '../../texts/campaigns.js'
import { Badge, type Tone } from '../../ui/badge.js'
import type { IconName } from '../../ui/icons.js'

type Status = Campaign['status']

const LOOKS: Readonly<Record<Status, [Tone, IconName]>> = {
  active: ['good', 'player-play'],
  draft: ['idle', 'pencil'],
  paused: ['warn', 'player-pause'],
  archived: ['idle', 'archive'],
}

export function StatusBadge({ status }: { status: Status }) {
  const [tone, icon] = LOOKS[status]
  return (
    <Badge tone={tone} icon={icon}>
      {texts.statuses[status]}
    </Badge>
  )
}

export function toStatus(text: string | undefined): Status | undefined {
  return text !== undefined && Object.hasOwn(LOOKS, text) ? (text as Status) : undefined
}
