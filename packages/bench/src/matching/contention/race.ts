import { simulateInstall, type SimulatedInstall } from '../simulate/simulate-install.js'
import { simulateClick } from '../simulate/simulate-click.js'
import type { MatchingInstallation } from '../simulate/installation.js'
import type { Carried } from '../world/episode.js'
import { samplePerson } from '../world/person.js'
import { install, worldClick, type Place } from '../world/place.js'

export interface RaceResult {
  installs: number
  winners: number
  reasons: Record<string, number>
  stored: { claims: number; attributions: number; events: number }
}

/** Sends concurrent installs for one click, by its token or only by equal signals. */
export async function race(
  installation: MatchingInstallation,
  place: Place,
  { installs: count, by }: { installs: number; by: 'referrer' | 'signals' },
): Promise<RaceResult> {
  const person = { ...samplePerson(place.random, place.culture, OPEN_BOOK), phone: PLAIN_PHONE }
  const address = place.ipv4()
  const simulated = await simulateClick(
    installation,
    worldClick(place, person, { address, atMinutes: 0 }),
  )
  const carries: Carried =
    by === 'referrer' ? { kind: by, worldClickId: simulated.worldClick.id } : { kind: 'nothing' }
  const worldClicks = new Map([[simulated.worldClick.id, simulated]])
  const installs = Array.from({ length: count }, () =>
    install(place, person, { address, atMinutes: 1, beganAtMinutes: 1, carries }),
  )
  const results = await Promise.all(
    installs.map((one) => simulateInstall(installation, one, worldClicks)),
  )
  const answers = results.flatMap((one: SimulatedInstall) => one.answers)
  const reasons: Record<string, number> = {}
  for (const { reason } of answers)
    if (reason !== null) reasons[reason] = (reasons[reason] ?? 0) + 1
  return {
    installs: count,
    winners: answers.filter(({ matched }) => matched).length,
    reasons,
    stored: await readStored(installation, simulated.clickId),
  }
}

/** Reports all signals unrounded: the race tests the claim, not the signals. */
const OPEN_BOOK = { platform: 'android', browser: 'firefox' } as const
const PLAIN_PHONE = { model: 'SM-A155F', width: 384, height: 832, ratio: 2.8125 }

async function readStored(
  { pool }: MatchingInstallation,
  clickId: string,
): Promise<RaceResult['stored']> {
  const { rows } = await pool.query<RaceResult['stored']>(
    `SELECT (SELECT count(*)::int FROM clicks WHERE id = $1 AND consumed_by IS NOT NULL) AS claims,
            (SELECT count(*)::int FROM attributions WHERE click_id = $1) AS attributions,
            (SELECT count(*)::int FROM events e JOIN attributions a ON a.id = e.attribution_id WHERE a.click_id = $1) AS events`,
    [clickId],
  )
  const [stored] = rows
  if (stored === undefined) throw new Error('a SELECT without FROM returned no row')
  return stored
}
