import type { OverviewBody, OverviewQuery } from '@throughline/contracts/stats'
import { countDays } from '@throughline/core/matching/time-zone'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import {
  countFailedDeliveries,
  nameCampaigns,
  nameLinks,
  readAttemptCounts,
  readProjectDimensions,
  readProjectSeries,
  readRollUpState,
  type Counts,
  type DimensionCounts,
  type ProjectSpan,
} from '@throughline/db/projects/overview'
import type { Answer, Call } from '../../http/route.js'
import { attemptFigures } from '../../domain/stats/attempt-figures.js'
import {
  boundsOf,
  previousSpan,
  ratio,
  readSpan,
  roundSpan,
  roundTime,
  type RoundedSpan,
  type Span,
} from '../../domain/stats/span.js'
import { topValues } from '../../domain/stats/top-values.js'

type OverviewCall = Call<object, OverviewQuery>

const TOP = 10
const FIGURES = ['clicks', 'installs', 'attributed'] as const
const HOUR_MS = 3_600_000
/** Spans up to this length have entries by hour. */
const HOURLY_UP_TO_DAYS = 2

/** Reads the statistics of a project, only from existing counts. */
export async function readOverview(call: OverviewCall): Promise<Answer> {
  const { db, project, query } = call
  const span = readSpan(query)
  const state = await readRollUpState(db)
  const rounded = roundSpan(boundsOf(span), state.compactedBefore)
  const range = { projectId: project.id, from: rounded.from, to: rounded.to }
  const [counts, series, deliveries, previous] = await Promise.all([
    readProjectDimensions(db, range, { links: TOP }),
    readSeries(call, span, state.compactedBefore),
    readDeliveryFigures(call, range),
    query.compare === true ? readPrevious(call, span, state.compactedBefore) : null,
  ])
  const rows = byDimension(counts)
  const total = totalOf(rows('platform'))
  const values = (dimension: string) =>
    topValues(rows(dimension), total, { figures: FIGURES, limit: TOP })
  const body: OverviewBody = {
    ...span,
    interval: series.interval,
    is_rounded: rounded.isRounded,
    dimensions_since: formatTimestamp(state.dimensionsSince),
    ...withRate(total),
    previous,
    series: series.data,
    outcomes: outcomesOf(rows('outcome'), total),
    deliveries: { ...deliveries, counted_until: formatTimestamp(state.attemptsUntil) },
    top_links: await nameTopLinks(call, rows('link')),
    top_campaigns: await nameTopCampaigns(call, rows('campaign')),
    countries: values('country'),
    platforms: values('platform'),
    os: values('os'),
    browsers: values('browser'),
    referrers: values('referrer'),
    sources: values('source'),
  }
  return { status: 200, body }
}

type Rows = (Counts & { value: string })[]

/** The rows of each dimension, most clicks first. */
function byDimension(counts: DimensionCounts[]): (dimension: string) => Rows {
  const groups = new Map<string, Rows>()
  for (const { dimension, ...row } of counts) {
    const rows = groups.get(dimension)
    if (rows === undefined) groups.set(dimension, [row])
    else rows.push(row)
  }
  for (const rows of groups.values())
    rows.sort(
      (one, other) =>
        other.clicks - one.clicks ||
        other.installs - one.installs ||
        (one.value < other.value ? -1 : 1),
    )
  return (dimension) => groups.get(dimension) ?? []
}

function totalOf(rows: readonly Counts[]): Counts {
  const sum = (figure: keyof Counts) => rows.reduce((all, row) => all + row[figure], 0)
  return { clicks: sum('clicks'), installs: sum('installs'), attributed: sum('attributed') }
}

function withRate(counts: Counts) {
  return { ...counts, match_rate: ratio(counts.attributed, counts.installs) }
}

function outcomesOf(rows: Rows, { installs: all }: Counts): OverviewBody['outcomes'] {
  const known = rows.map(({ value, installs }) => ({ outcome: value, installs }))
  const rest = all - known.reduce((sum, { installs }) => sum + installs, 0)
  return [...known, { outcome: 'unknown', installs: rest }]
    .filter(({ installs }) => installs > 0)
    .sort((one, other) => other.installs - one.installs)
}

async function readSeries({ db, project }: OverviewCall, span: Span, compactedBefore: Date) {
  const bounds = boundsOf(span)
  const [first = new Date(), last = first] = [bounds[0], bounds.at(-1)]
  const isHourly = countDays(span.from, span.to) <= HOURLY_UP_TO_DAYS && first >= compactedBefore
  const times = isHourly ? hoursBetween(first, last) : bounds
  const rounded = times.map((time) => roundTime(time, compactedBefore))
  const counts = await readProjectSeries(db, { projectId: project.id, compactedBefore }, rounded)
  const data = counts.map((row, n) => ({
    start: formatTimestamp(times[n] ?? first),
    clicks: row.clicks,
    installs: row.installs,
    attributed: row.attributed,
  }))
  return { interval: isHourly ? ('hour' as const) : ('day' as const), data }
}

function hoursBetween(first: Date, last: Date): Date[] {
  const hours = Math.ceil((last.getTime() - first.getTime()) / HOUR_MS)
  return Array.from({ length: hours + 1 }, (_, n) => new Date(first.getTime() + n * HOUR_MS))
}

async function readPrevious(call: OverviewCall, span: Span, compactedBefore: Date) {
  const before = previousSpan(span)
  const bounds = boundsOf(before)
  const { from, to }: RoundedSpan = roundSpan(bounds, compactedBefore)
  const scope = { projectId: call.project.id, compactedBefore }
  const [counts] = await readProjectSeries(call.db, scope, [from, to])
  return {
    from: before.from,
    to: before.to,
    ...withRate(totalOf(counts === undefined ? [] : [counts])),
  }
}

const MAX_FAILED = 10_000

async function readDeliveryFigures({ db }: OverviewCall, span: ProjectSpan) {
  const [attempts, failed] = await Promise.all([
    readAttemptCounts(db, span),
    countFailedDeliveries(db, span, MAX_FAILED),
  ])
  const { succeeded, failed: failedAttempts, p50Ms, p95Ms } = attemptFigures(attempts)
  return {
    succeeded,
    failed_attempts: failedAttempts,
    failed,
    latency: { p50_ms: p50Ms, p95_ms: p95Ms },
  }
}

async function nameTopLinks(
  { db, project }: OverviewCall,
  rows: Rows,
): Promise<OverviewBody['top_links']> {
  const top = rows.slice(0, TOP)
  const links = await nameLinks(db, project.id, idsOf(top))
  return top.flatMap(({ value, clicks, attributed }) => {
    const link = links.find(({ id }) => String(id) === value)
    if (link === undefined) return []
    return [{ link_id: link.id, code: link.code, name: link.name, clicks, attributed }]
  })
}

async function nameTopCampaigns(
  { db, project }: OverviewCall,
  rows: Rows,
): Promise<OverviewBody['top_campaigns']> {
  const top = rows.slice(0, TOP)
  const campaigns = await nameCampaigns(db, project.id, idsOf(top))
  return top.flatMap(({ value, clicks, attributed }) => {
    const campaign = campaigns.find(({ id }) => String(id) === value)
    return campaign === undefined
      ? []
      : [{ campaign_id: campaign.id, name: campaign.name, clicks, attributed }]
  })
}

function idsOf(rows: Rows): number[] {
  return rows.map(({ value }) => Number(value))
}
