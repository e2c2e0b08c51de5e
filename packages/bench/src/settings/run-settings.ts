import { writeFile } from 'node:fs/promises'
import { startDeliveriesInstallation } from '../deliveries/installation.js'
import { measureLatency } from '../deliveries/latency.js'
import { print } from '../print.js'
import { startRedirectInstallation } from '../redirect/installation.js'
import { flood, pace, type Round } from '../redirect/measure.js'
import { startTargets } from '../redirect/targets.js'
import { median, medianInterval } from '../statistics.js'

export const SETTINGS_PATHS = ['redirect', 'deliveries'] as const

export interface SettingsOptions {
  path: (typeof SETTINGS_PATHS)[number]
  pairs: number
  /** Measured time at full load, and half of it at half load. */
  seconds: number
  /** Settings of PostgreSQL as `name=value`, each measured alone. */
  single: string[]
  json?: string
}

interface Side {
  name: string
  hasDefaults: boolean
  flags: string[]
}

type Figures = Record<string, number>

const DEFAULTS: Side = { name: 'the defaults', hasDefaults: true, flags: [] }
const OURS: Side = { name: 'the settings of npm start', hasDefaults: false, flags: [] }

/**
 * Measures PostgreSQL with its defaults, with the settings of `npm start`, and with each single setting. All of them
 * take turns, each time with a new server, in reversed order in every second pair.
 */
export async function runSettings({ single, ...options }: SettingsOptions): Promise<void> {
  const alone = single.map((flag): Side => ({ name: flag, hasDefaults: true, flags: [flag] }))
  const sides = [DEFAULTS, OURS, ...alone]
  const measured = new Map(sides.map(({ name }) => [name, [] as Figures[]]))
  for (let pair = 0; pair < options.pairs; pair += 1)
    for (const side of pair % 2 === 0 ? sides : sides.toReversed()) {
      const figures = await MEASURE[options.path](side, options.seconds)
      measured.get(side.name)?.push(figures)
      print(`pair ${pair + 1}, ${side.name}: ${toText(figures)}`)
    }
  const base = measured.get(DEFAULTS.name) ?? []
  const results = sides.map(({ name }) => ({ name, ...compare(measured.get(name) ?? [], base) }))
  for (const result of results) print(JSON.stringify(result, null, 2))
  if (options.json !== undefined)
    await writeFile(
      options.json,
      `${JSON.stringify({ path: options.path, results, measured: Object.fromEntries(measured) })}\n`,
    )
}

const MEASURE: Record<SettingsOptions['path'], (side: Side, seconds: number) => Promise<Figures>> =
  { redirect: measureRedirect, deliveries: measureDeliveries }

const CONNECTIONS = 64
const WARM_UP_SECONDS = 2
const TURNS = 6

async function measureRedirect({ hasDefaults, flags }: Side, seconds: number): Promise<Figures> {
  const installation = await startRedirectInstallation(hasDefaults, flags)
  const undo: (() => Promise<void>)[] = []
  try {
    const targets = await startTargets(installation, { connections: CONNECTIONS, undo })
    for (const subject of ['express', 'click'] as const)
      await flood(targets[subject], WARM_UP_SECONDS)
    const [express, click]: [Round[], Round[]] = [[], []]
    for (let turn = 0; turn < TURNS; turn += 1) {
      express.push(await flood(targets.express, WARM_UP_SECONDS))
      click.push(await flood(targets.click, seconds / TURNS))
    }
    // Like a server that has run for a while, PostgreSQL then recycles WAL files instead of creating new ones.
    await installation.pool.query('CHECKPOINT')
    const half = { perSecond: Math.round(median(click.map((one) => one.perSecond)) / 2) }
    await pace(targets.click, { ...half, seconds: WARM_UP_SECONDS })
    const waits = await pace(targets.click, { ...half, seconds: seconds / 2 })
    const of = (rounds: Round[], pick: (round: Round) => number) => median(rounds.map(pick))
    const rate = of(click, ({ perSecond }) => perSecond)
    const cpuOfApi = of(click, ({ cpuMicros }) => cpuMicros)
    const cpuOfPostgres = of(click, ({ databaseCpuMicros }) => databaseCpuMicros ?? 0)
    const cpuOfExpress = of(express, ({ cpuMicros }) => cpuMicros)
    return {
      rate,
      rateOfExpress: rate / of(express, ({ perSecond }) => perSecond),
      cpuOfApi,
      cpuOfPostgres,
      cpuOfExpress,
      cpuOfBothOfExpress: (cpuOfApi + cpuOfPostgres) / cpuOfExpress,
      halfLoadPerSecond: half.perSecond,
      ...waits,
    }
  } finally {
    for (const step of undo.toReversed()) await step()
    await installation.close()
  }
}

const DELIVERIES = { concurrency: 200, count: 20_000, progress: () => undefined }

async function measureDeliveries({ hasDefaults, flags }: Side, seconds: number): Promise<Figures> {
  const installation = await startDeliveriesInstallation('redis', hasDefaults, flags)
  try {
    return { ...(await measureLatency(installation, { ...DELIVERIES, seconds: seconds / 2 })) }
  } finally {
    await installation.close()
  }
}

/** The median and range of each figure, and its ratio to the same pair's value with the defaults. */
function compare(own: Figures[], base: Figures[]) {
  const names = Object.keys(own[0] ?? {})
  const summarize = (name: string) => {
    const values = own.map((figures) => figures[name] ?? NaN)
    const ratios = values.map((value, pair) => value / (base[pair]?.[name] ?? NaN))
    return {
      median: median(values),
      range: [Math.min(...values), Math.max(...values)],
      ratio: median(ratios),
      interval: medianInterval(ratios),
    }
  }
  return { pairs: own.length, figures: Object.fromEntries(names.map((n) => [n, summarize(n)])) }
}

function toText(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${value < 10 ? value.toFixed(2) : Math.round(value)}`)
    .join(', ')
}
