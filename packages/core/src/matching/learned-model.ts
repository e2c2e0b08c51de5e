import {
  OTHER_BUCKET,
  SHIPPED_OBSERVATIONS,
  type MatchModel,
  type SignalRates,
} from './match-model.js'
import { SIGNAL_NAMES, type MatchPlatform, type SignalName } from './match-types.js'
import { otherBucketOf } from './weigh-click.js'

/** The maximum share of one project in a cell, so that no project can steer the model. */
export const MAX_PROJECT_SHARE = 0.1
/** The model learns from the counts of so many weeks: enough for few installs, and without last year's phones. */
export const MATCH_COUNT_WEEKS = 13

/** One person's browser and app, or two people behind the same address. */
export type Relation = 'same' | 'different'

/** What a project's labeled installs say about a value. */
export type MatchCount = {
  projectId: string
  platform: MatchPlatform
  /** `age` is the time from click to install; its bucket is the upper end in minutes. */
  signal: SignalName | 'age'
  relation: Relation
  bucket: string
  agrees: number
  differs: number
}

type Observed = Pick<MatchCount, 'projectId' | 'agrees' | 'differs'>

/**
 * Corrects the shipped model by the deployment's own counts: (1,000 × shipped rate + agreements) / (1,000 +
 * observations), a project limited to 10 %. Values that no token can label stay as shipped.
 */
export function learnModel(
  shipped: MatchModel,
  counts: readonly MatchCount[],
  day: string,
): MatchModel {
  if (counts.length === 0) return shipped
  const tables = groupByTable(counts)
  const learnTable = (platform: MatchPlatform, signal: SignalName) =>
    learnRates(shipped.signals[platform][signal], (relation) =>
      tables.get(tableKey({ platform, signal, relation })),
    )
  const learnPlatform = (platform: MatchPlatform) =>
    Object.fromEntries(
      SIGNAL_NAMES.map((signal) => [signal, learnTable(platform, signal)]),
    ) as MatchModel['signals'][MatchPlatform]
  return {
    ...shipped,
    version: `${shipped.version}+${day}`,
    signals: { ios: learnPlatform('ios'), android: learnPlatform('android') },
    timeToInstall: learnCurve(
      shipped,
      // Buckets of another version may have other bounds.
      counts.filter(
        ({ signal, bucket }) => signal === 'age' && shipped.ageMinutes.includes(Number(bucket)),
      ),
    ),
  }
}

type Table = Map<string, Observed[]>

function groupByTable(counts: readonly MatchCount[]): Map<string, Table> {
  const tables = new Map<string, Table>()
  for (const count of counts) {
    const key = tableKey(count)
    const table: Table = tables.get(key) ?? new Map<string, Observed[]>()
    tables.set(key, table)
    const observed = table.get(count.bucket)
    if (observed === undefined) table.set(count.bucket, [count])
    else observed.push(count)
  }
  return tables
}

function tableKey({
  platform,
  signal,
  relation,
}: Pick<MatchCount, 'platform' | 'signal' | 'relation'>) {
  return `${platform} ${signal} ${relation}`
}

function learnRates(
  shipped: SignalRates,
  tableOf: (relation: Relation) => Table | undefined,
): SignalRates {
  const observed = tableOf('different') ?? new Map<string, Observed[]>()
  const different = Object.fromEntries(
    Object.entries(shipped.different).map(([bucket, rate]) => [
      bucket,
      learnCell(rate, observed.get(bucket)),
    ]),
  )
  const named = [...observed].flatMap(([bucket, ofBucket]) => {
    if (Object.hasOwn(different, bucket)) return []
    const rate = different[otherBucketOf(bucket)] ?? different[OTHER_BUCKET]
    return rate === undefined ? [] : [[bucket, learnCell(rate, ofBucket)] as const]
  })
  return {
    same: learnCell(shipped.same, tableOf('same')?.get(OTHER_BUCKET)),
    different: { ...different, ...Object.fromEntries(named) },
  }
}

function learnCell(rate: number, observed: readonly Observed[] = []): number {
  const limited = limitProjects(observed)
  const agreements = sumOf(limited, ({ agrees }) => agrees)
  return (
    (SHIPPED_OBSERVATIONS * rate + agreements) / (SHIPPED_OBSERVATIONS + sumOf(limited, sizeOf))
  )
}

/** The curve is one cell with many outcomes, for both platforms. The shipped curve counts as 1,000 installs. */
function learnCurve(shipped: MatchModel, counts: readonly MatchCount[]): number[] {
  const byProject = new Map<string, Observed>()
  for (const { projectId, agrees } of counts) {
    const before = byProject.get(projectId)?.agrees ?? 0
    byProject.set(projectId, { projectId, agrees: before + agrees, differs: 0 })
  }
  const cap = projectCap([...byProject.values()].map(sizeOf))
  const weightOf = ({ projectId }: MatchCount) =>
    Math.min(1, cap / (byProject.get(projectId)?.agrees ?? 1))
  const total = sumOf([...byProject.values()], ({ agrees }) => Math.min(agrees, cap))
  return shipped.timeToInstall.map((share, index) => {
    const ofBucket = counts.filter(({ bucket }) => bucket === String(shipped.ageMinutes[index]))
    const installs = sumOf(ofBucket, (count) => count.agrees * weightOf(count))
    return (SHIPPED_OBSERVATIONS * share + installs) / (SHIPPED_OBSERVATIONS + total)
  })
}

function limitProjects(observed: readonly Observed[]): Observed[] {
  const cap = projectCap(observed.map(sizeOf))
  return observed.map(({ projectId, agrees, differs }) => {
    const weight = Math.min(1, cap / Math.max(1, agrees + differs))
    return { projectId, agrees: agrees * weight, differs: differs * weight }
  })
}

/** Returns the number of observations at which a project has 10 % of all, the shipped ones included. */
function projectCap(sizes: readonly number[]): number {
  const descending = [...sizes].sort((a, b) => b - a)
  let rest = SHIPPED_OBSERVATIONS + descending.reduce((sum, size) => sum + size, 0)
  for (const [capped, largest] of descending.entries()) {
    // The cap is 10 % of the rest and the capped together. With nine capped it equals the rest, so no tenth is larger.
    const cap = (MAX_PROJECT_SHARE * rest) / (1 - MAX_PROJECT_SHARE * capped)
    if (largest <= cap) return cap
    rest -= largest
  }
  return (MAX_PROJECT_SHARE * rest) / (1 - MAX_PROJECT_SHARE * descending.length)
}

function sizeOf({ agrees, differs }: Pick<Observed, 'agrees' | 'differs'>): number {
  return agrees + differs
}

function sumOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0)
}
