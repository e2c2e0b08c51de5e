import type { GroupsWire, StatsBody, StatsQuery } from '@throughline/contracts/stats'
import type { Dimension } from '@throughline/core/links/click-profile'
import { addDays } from '@throughline/core/matching/time-zone'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { Db } from '@throughline/db/connection/database'
import {
  readGroups,
  readStatsDays,
  type StatsDay,
  type StatsSubject,
} from '@throughline/db/links/stats'
import { readRollUpState } from '@throughline/db/projects/overview'
import { boundsOf, previousSpan, ratio, readSpan, roundSpan } from './span.js'
import { topValues } from './top-values.js'

const MAX_GROUPS = 100

/** Reads the statistics of a link or campaign, with `previous` and `groups` if they are requested. */
export async function readStatsOf(
  db: Db,
  subject: StatsSubject,
  query: StatsQuery,
): Promise<StatsBody> {
  const span = readSpan(query)
  const bounds = boundsOf(span)
  const days = await readStatsDays(db, subject, bounds)
  const dateOf = (place: number) => addDays(span.from, place)
  const { total_clicks, daily_uniques, installs, conversion } = totalOf(days)
  const body: StatsBody = {
    ...span,
    total_clicks,
    unique_clicks: daily_uniques,
    daily_uniques,
    installs,
    conversion,
    clicks_per_day: days.map(({ clicks, uniques }, n) => ({
      date: dateOf(n),
      count: clicks,
      uniques,
    })),
    installs_per_day: days.map((day, n) => ({ date: dateOf(n), count: day.installs })),
  }
  if (query.compare === true) {
    const before = previousSpan(span)
    const { from, to } = before
    body.previous = { from, to, ...totalOf(await readStatsDays(db, subject, boundsOf(before))) }
  }
  if (query.group_by !== undefined)
    body.groups = await groupBy(db, subject, { dimension: query.group_by, bounds })
  return body
}

function totalOf(days: StatsDay[]) {
  const sum = (figure: keyof StatsDay) => days.reduce((total, day) => total + day[figure], 0)
  const [clicks, installs] = [sum('clicks'), sum('installs')]
  return {
    total_clicks: clicks,
    daily_uniques: sum('uniques'),
    installs,
    conversion: ratio(installs, clicks),
  }
}

async function groupBy(
  db: Db,
  subject: StatsSubject,
  { dimension, bounds }: { dimension: Dimension; bounds: readonly Date[] },
): Promise<GroupsWire> {
  const { compactedBefore, dimensionsSince } = await readRollUpState(db)
  const { from, to, isRounded } = roundSpan(bounds, compactedBefore)
  const { values, total } = await readGroups(db, subject, { dimension, from, to })
  const sum = (figure: 'clicks' | 'installs') =>
    values.reduce((all, value) => all + value[figure], 0)
  // Clicks by dimension are counted some seconds later. After an erasure, a value may have more installs than the total.
  const whole = {
    clicks: Math.max(total.clicks, sum('clicks')),
    installs: Math.max(total.installs, sum('installs')),
  }
  const rows = topValues(values, whole, { figures: ['clicks', 'installs'], limit: MAX_GROUPS })
  return {
    by: dimension,
    total: whole,
    data: rows.map((row) => ({ ...row, conversion: ratio(row.installs, row.clicks) })),
    dimensions_since: formatTimestamp(dimensionsSince),
    is_rounded: isRounded,
  }
}
