import { uuidV7Time } from '@throughline/core/lib/ids'
import { MAX_WINDOW_MINUTES } from '@throughline/core/matching/match-window'
import type { NewClick } from './click-rows.js'

/** Removes personal data from a click that is too late to match by address: `anonymizeClicks` may have passed it. */
export function withoutLateTraces(click: NewClick, now: Date): NewClick {
  const ageMs = now.getTime() - uuidV7Time(click.id).getTime()
  if (ageMs <= MAX_WINDOW_MINUTES * 60_000) return click
  return { ...click, ipPrefixHash: null, userAgent: null, referer: null }
}
