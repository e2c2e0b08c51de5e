import type { QualityBody, QualityQuery } from '@throughline/contracts/quality'
import { wilsonInterval } from '@throughline/core/lib/wilson-interval'
import { readMatchQuality, type QualityCounts } from '@throughline/db/attribution/match-counts'
import type { Answer, Call } from '../../http/route.js'

/** With fewer labels, the interval of a share is too wide to judge a matcher. */
const MIN_LABELS = 100

const STATEMENT =
  'Measured on installs that a verified click token decided and whose click had a device report: right, wrong or silent is what signals alone would have decided. Most tokens come from Google Play. iOS has few labels, so its figures say little.'

/** Reads how often signals alone would have been right, from the project's installs whose click is known. */
export async function readQuality({
  ctx,
  db,
  project,
  query: { days },
}: Call<unknown, QualityQuery>): Promise<Answer> {
  const counted = await readMatchQuality(db, { projectId: project.id, days })
  const body: QualityBody = {
    days,
    data: (['ios', 'android'] as const).map((platform) => {
      const counts = counted.find((row) => row.platform === platform)
      return { platform, ...presentQuality(counts ?? { right: 0, wrong: 0, silent: 0 }) }
    }),
    model_version: ctx.matchModel.current().version,
    statement: STATEMENT,
  }
  return { status: 200, body }
}

function presentQuality({ right, wrong, silent }: Omit<QualityCounts, 'platform'>) {
  const n = right + wrong + silent
  const counts = { n, right, wrong, silent }
  if (n < MIN_LABELS) return { ...counts, precision: null, recall: null, note: NOT_ENOUGH }
  return {
    ...counts,
    precision: wilsonInterval(right, right + wrong),
    recall: wilsonInterval(right, n),
    note: null,
  }
}

const NOT_ENOUGH = 'not enough data' as const
