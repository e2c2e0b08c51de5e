import type { Database } from '@throughline/db/connection/database'
import { createRandom } from '@throughline/testkit/seeded-random'
import { describeMachine } from '../../machine.js'
import type { MatchingInstallation } from '../simulate/installation.js'
import { createPlace, type Place } from '../world/place.js'
import { explain } from './explain.js'
import { fillVisits } from './fill-visits.js'
import { matchInProcess, originOf } from './match-in-process.js'
import { measureMatches, type MatchCosts } from './measure-matches.js'
import { makeProbes, type Probe } from './probes.js'
import type { ScaleReport, SizeCosts } from './scale-report.js'

export interface ScaleSettings {
  seed: number
  visits: number[]
  installs: number
  print: (line: string) => void
}

const PATTERNS = 60
const CROWDED_ADDRESSES = 4
const WARM_UP_PROBES = 30

export interface Measuring {
  installation: MatchingInstallation
  database: Database
}

interface Ground {
  place: Place
  patterns: Probe[]
  crowded: string[]
  crowdedProbes: Probe[]
}

export async function measureScale(
  measuring: Measuring,
  settings: ScaleSettings,
): Promise<ScaleReport> {
  const { installation } = measuring
  const { seed, visits, print } = settings
  const machine = await describeMachine(installation.pool)
  const startedMs = performance.now()
  const ground = await layGround(installation, seed)
  const sizes: SizeCosts[] = []
  let fillMs = 0
  for (const size of visits.toSorted((a, b) => a - b)) {
    const fillingMs = performance.now()
    await fillVisits(installation.pool, {
      ...idsOf(installation, ground),
      visits: size,
      progress: print,
    })
    fillMs += performance.now() - fillingMs
    sizes.push({ visits: size, ...(await measureSize(measuring, ground, settings)) })
  }
  return {
    machine,
    seed,
    sizes,
    seconds: (performance.now() - startedMs) / 1_000,
    fillSeconds: fillMs / 1_000,
    plans: {
      quiet: await explainAt(measuring, ground.patterns),
      crowded: await explainAt(measuring, ground.crowdedProbes),
    },
  }
}

async function layGround(installation: MatchingInstallation, seed: number): Promise<Ground> {
  const place = createPlace({
    random: createRandom(seed),
    index: 0,
    sharedIpClicks: 0,
    farmClicks: 0,
  })
  const patterns = await makeProbes(installation, place, { count: PATTERNS })
  const crowded = Array.from({ length: CROWDED_ADDRESSES }, place.ipv4)
  const crowdedProbes = await makeCrowdedProbes(installation, place, { crowded, count: 1 })
  return { place, patterns, crowded, crowdedProbes }
}

function idsOf({ projects }: MatchingInstallation, { patterns, crowdedProbes }: Ground) {
  return {
    projectId: projects.shop.id,
    patternIds: clickIds(patterns),
    crowdedIds: clickIds(crowdedProbes),
  }
}

function clickIds(probes: readonly Probe[]): string[] {
  return probes.map(({ worldClick }) => worldClick.clickId)
}

async function measureSize(
  { installation, database }: Measuring,
  { place, crowded }: Ground,
  { installs, print }: ScaleSettings,
): Promise<MatchCosts> {
  print(`  ${WARM_UP_PROBES + installs} people click`)
  const warmUp = await makeProbes(installation, place, { count: WARM_UP_PROBES })
  const count = Math.max(1, Math.round(installs / 4 / crowded.length))
  const probes = [
    ...(await makeProbes(installation, place, {
      count: Math.max(1, installs - count * crowded.length),
    })),
    ...(await makeCrowdedProbes(installation, place, { crowded, count })),
  ]
  print('  and install, one after the other')
  await measureMatches(installation, database, warmUp)
  return measureMatches(installation, database, inTurns(probes))
}

async function makeCrowdedProbes(
  installation: MatchingInstallation,
  place: Place,
  { crowded, count }: { crowded: string[]; count: number },
): Promise<Probe[]> {
  const probes: Probe[] = []
  for (const address of crowded)
    probes.push(...(await makeProbes(installation, place, { count, address })))
  return probes
}

/** Mixes crowded addresses with the others, so that a slow moment of the machine affects both. */
function inTurns(probes: readonly Probe[]): Probe[] {
  const step = 7
  return Array.from({ length: step }, (_, first) =>
    probes.filter((_probe, index) => index % step === first),
  ).flat()
}

async function explainAt(
  { installation, database }: Measuring,
  [probe]: readonly Probe[],
): Promise<string[]> {
  if (probe === undefined) return []
  const key = { projectId: installation.projects.shop.id, clickId: probe.worldClick.clickId }
  const origin = await originOf(database.prisma, key)
  return explain(database, () => matchInProcess(database.pool, probe.install, origin))
}
