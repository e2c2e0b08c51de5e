import { quantile } from '../../statistics.js'
import { inLanes } from '../play/in-lanes.js'
import { playInstall } from '../play/play-install.js'
import { playTap } from '../play/play-tap.js'
import type { MatchingInstallation } from '../play/installation.js'
import type { Carried } from '../world/episode.js'
import { samplePerson } from '../world/person.js'
import { install, tap, type Place } from '../world/place.js'

export interface RateResult {
  installs: number
  matches: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

const LANES = 64

/** How many installs one API process decides in a second, each with a click of its own. */
export async function measureRate(
  installation: MatchingInstallation,
  place: Place,
  { installs: count, by }: { installs: number; by: 'referrer' | 'signals' },
): Promise<RateResult> {
  const pairs = await inLanes(Array.from({ length: count }), LANES, async () => {
    const person = samplePerson(place.random, place.culture, { platform: 'android' })
    const where = { address: place.ipv4(), atMinutes: 0 }
    const played = await playTap(installation, tap(place, person, where))
    const carries: Carried =
      by === 'referrer' ? { kind: by, tapId: played.tap.id } : { kind: 'nothing' }
    return { played, install: install(place, person, { ...where, beganAtMinutes: 0, carries }) }
  })
  const taps = new Map(pairs.map(({ played }) => [played.tap.id, played]))
  const startedMs = performance.now()
  const results = await inLanes(pairs, LANES, ({ install: one }) =>
    playInstall(installation, one, taps),
  )
  const tookMs = performance.now() - startedMs
  const waitsMs = results.map((result) => result.tookMs)
  return {
    installs: count,
    matches: results.filter(({ answers }) => answers.some(({ matched }) => matched)).length,
    perSecond: (count / tookMs) * 1_000,
    p50Ms: quantile(waitsMs, 0.5),
    p99Ms: quantile(waitsMs, 0.99),
  }
}
