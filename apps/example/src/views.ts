import { byId, clock, make } from './dom.js'
import { showFacts } from './facts.js'
import type { Call } from './watch-calls.js'
import type { Throughline, Logger } from '@throughline/client'

/** Shows the click ids that the client has stored, now and after each link event. */
export async function showClickIds(throughline: Throughline): Promise<void> {
  throughline.dynamicLinkStream.subscribe(() => void refresh(throughline))
  await refresh(throughline)
}

async function refresh(throughline: Throughline): Promise<void> {
  const [gclid, gbraid, fbclid, ttclid, twclid, li_fat_id, campaign_id] = await Promise.all([
    throughline.getLastGclid(),
    throughline.getLastGbraid(),
    throughline.getLastFbclid(),
    throughline.getLastTtclid(),
    throughline.getLastTwclid(),
    throughline.getLastLiFatId(),
    throughline.getLastCampaignId(),
  ])
  const ids = { gclid, gbraid, fbclid, ttclid, twclid, li_fat_id, campaign_id }
  showFacts(byId('click-ids', HTMLDListElement), ids)
}

/** The pane that shows what the client logs and which calls it makes. */
interface LogView extends Logger {
  call(call: Call): void
}

/** Keeps the last lines in sight. */
export function showLog(): LogView {
  const list = byId('log', HTMLOListElement)
  const add = (kind: string, text: string) => {
    list.append(make('li', kind, clock(), ' ', text))
    while (list.childElementCount > MAX_LINES) list.firstElementChild?.remove()
    list.scrollTop = list.scrollHeight
  }
  return {
    warn: (line) => add('warn', line),
    call: ({ method, path, status, durationMs }) =>
      add('call', `${method} ${path} → ${status ?? 'no connection'}, ${durationMs} ms`),
  }
}

const MAX_LINES = 200
