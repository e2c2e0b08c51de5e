import { writeFile } from 'node:fs/promises'
import { openDatabase, type Database } from '@throughline/db/client'
import { createRandom } from '@throughline/testkit/seeded-random'
import { describeMachine } from '../../machine.js'
import { startSite, type Site } from '../play/site.js'
import { createPlace, type Place } from '../world/place.js'
import { explain } from './explain.js'
import { fillVisits } from './fill-visits.js'
import { matchInProcess, originOf } from './match-in-process.js'
import { measureMatches, type MatchCosts, type Waits } from './measure-matches.js'
import { makeProbes, type Probe } from './probes.js'

export interface ScaleOptions {
  seed: number
  /** How many open visits there are at each measurement. */
  visits: number[]
  save?: string
}

const PATTERNS = 60
const CROWDED_ADDRESSES = 4
/** At each size: alone at their addresses, and at each crowded one. */
const QUIET_PROBES = 300
const CROWDED_PROBES = 25
const WARM_UP_PROBES = 30

/** What one match costs as the open visits of a project grow. */
export async function runScale({ seed, visits, save }: ScaleOptions): Promise<void> {
  const site = await startSite()
  const database = openDatabase({ url: site.databaseUrl, poolMax: 2 })
  try {
    const machine = await describeMachine(site.pool)
    const place = createPlace({ random: createRandom(seed), index: 0, crowdTaps: 0, farmTaps: 0 })
    const patterns = await makeProbes(site, place, { count: PATTERNS })
    const crowded = Array.from({ length: CROWDED_ADDRESSES }, place.ipv4)
    const crowd = await makeCrowdedProbes(site, place, { crowded, count: 1 })
    const grown: (MatchCosts & { visits: number })[] = []
    for (const size of visits) {
      const ids = { patternIds: clickIds(patterns), crowdIds: clickIds(crowd) }
      const projectId = site.projects.shop.id
      await fillVisits(site.pool, { ...ids, projectId, visits: size, progress: print })
      await measureMatches(site, database, await makeProbes(site, place, { count: WARM_UP_PROBES }))
      const probes = [
        ...(await makeProbes(site, place, { count: QUIET_PROBES })),
        ...(await makeCrowdedProbes(site, place, { crowded, count: CROWDED_PROBES })),
      ]
      const costs = await measureMatches(site, database, inTurns(probes))
      grown.push({ visits: size, ...costs })
      printCosts(size, costs)
    }
    const plans = await explainBoth({ site, database }, [
      ...patterns.slice(0, 1),
      ...crowd.slice(0, 1),
    ])
    for (const line of plans.flat()) print(line)
    const result = { machine, seed, grown, plans }
    if (save !== undefined) await writeFile(save, `${JSON.stringify(result, null, 2)}\n`)
  } finally {
    await database.close()
    await site.close()
  }
}

function clickIds(probes: readonly Probe[]): string[] {
  return probes.map(({ tap }) => tap.clickId)
}

async function makeCrowdedProbes(
  site: Site,
  place: Place,
  { crowded, count }: { crowded: string[]; count: number },
): Promise<Probe[]> {
  const probes: Probe[] = []
  for (const address of crowded) probes.push(...(await makeProbes(site, place, { count, address })))
  return probes
}

/** Crowded ones among the others, so that a slow moment of the machine meets both. */
function inTurns(probes: readonly Probe[]): Probe[] {
  const step = 7
  return Array.from({ length: step }, (_, first) =>
    probes.filter((_probe, index) => index % step === first),
  ).flat()
}

/** The plan at an address of few clicks, then at a crowded one, with all visits in the table. */
async function explainBoth(
  { site, database }: { site: Site; database: Database },
  probes: readonly Probe[],
): Promise<string[][]> {
  const plans: string[][] = []
  for (const { tap, install, isCrowded } of probes) {
    const key = { projectId: site.projects.shop.id, clickId: tap.clickId }
    const origin = await originOf(database.prisma, key)
    const lines = await explain(database, () => matchInProcess(database.prisma, install, origin))
    plans.push([`\n${isCrowded ? 'A crowded address' : 'An address of few'}`, ...lines])
  }
  return plans
}

function printCosts(visits: number, { bare, http }: MatchCosts): void {
  const show = ({ p50Ms, p99Ms }: Waits) => `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`
  print(`${visits} open visits`)
  print(`  read and decision  ${show(bare.quiet)}; at a crowded address ${show(bare.crowded)}`)
  print(`  POST installs      ${show(http.quiet)}; at a crowded address ${show(http.crowded)}`)
  print(
    `  matched over HTTP  ${http.quiet.matches} of ${QUIET_PROBES} alone, ${http.crowded.matches} in crowds`,
  )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
