import { quantile } from '../../statistics.js'
import { inLanes } from '../simulate/in-lanes.js'
import { simulateInstall } from '../simulate/simulate-install.js'
import { simulateClick } from '../simulate/simulate-click.js'
import type { MatchingInstallation } from '../simulate/installation.js'
import type { Carried } from '../world/episode.js'
import { samplePerson } from '../world/person.js'
import { install, worldClick, type Place } from '../world/place.js'

export interface RateResult {
  installs: number
  matches: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

const LANES = 64

export async function measureRate(
  installation: MatchingInstallation,
  place: Place,
  { installs: count, by }: { installs: number; by: 'referrer' | 'signals' },
): Promise<RateResult> {
  const pairs = await inLanes(Array.from({ length: count }), LANES, async () => {
    const person = samplePerson(place.random, place.culture, { platform: 'android' })
    const where = { address: place.ipv4(), atMinutes: 0 }
    const simulated = await simulateClick(installation, worldClick(place, person, where))
    const carries: Carried =
      by === 'referrer' ? { kind: by, worldClickId: simulated.worldClick.id } : { kind: 'nothing' }
    return { simulated, install: install(place, person, { ...where, beganAtMinutes: 0, carries }) }
  })
  const worldClicks = new Map(pairs.map(({ simulated }) => [simulated.worldClick.id, simulated]))
  const startedMs = performance.now()
  const results = await inLanes(pairs, LANES, ({ install: one }) =>
    simulateInstall(installation, one, worldClicks),
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
