import type { ExplainQuery, NearMisses } from '@throughline/contracts/explanation'
import {
  explainInstall,
  explainRefusal,
  type DecidedInstall,
} from '@throughline/core/matching/explain-install'
import type { MatchExplanation } from '@throughline/core/matching/match-types'
import { findNearMisses, type NearMiss } from '@throughline/core/matching/near-misses'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { findDecidedInstall } from '@throughline/db/attribution/installs'
import { listNearClicks } from '@throughline/db/attribution/near-clicks'
import { findRefusal } from '@throughline/db/attribution/refusals'
import { nameLinks, type NamedLink } from '@throughline/db/projects/overview'
import { notFound } from '../../http/path-params.js'
import type { Answer, Call } from '../../http/route.js'
import { installHash } from './install-call.js'

type ExplainCall = Call<object, ExplainQuery>

export async function explainMatch(call: ExplainCall): Promise<Answer> {
  const { db, project, query } = call
  const key = { projectId: project.id, installId: query.install_id }
  const install = await findDecidedInstall(db, key)
  const near = query.near === true ? { near: await readNearMisses(call, install) } : {}
  if (install !== null) return { status: 200, body: { ...explainInstall(install), ...near } }
  const hash = installHash(call, query.install_id)
  const refusal = await findRefusal(db, { projectId: project.id, installHash: hash })
  if (refusal === null) throw notFound()
  return { status: 200, body: { ...explainRefusal(query.install_id, refusal), ...near } }
}

const MAX_NEAR_MISSES = 20
const MIN_LOOK_BACK_MINUTES = 24 * 60
/** Other steps use neither addresses nor device reports. */
const STEPS: readonly MatchExplanation['step'][] = ['code', 'source', 'signals']

async function readNearMisses(
  { ctx, db, project }: ExplainCall,
  install: DecidedInstall | null,
): Promise<NearMisses | null> {
  const explanation = install?.explanation ?? null
  if (install === null || explanation === null) return null
  if (install.matched || !STEPS.includes(explanation.step)) return null
  const { decidedAt: to, isTest } = install
  const minutes = Math.max(2 * explanation.windowMinutes, MIN_LOOK_BACK_MINUTES)
  const found = await listNearClicks(ctx.database, {
    projectId: project.id,
    from: new Date(to.getTime() - minutes * 60_000),
    to,
    wantsTests: isTest,
    candidateIds: explanation.candidates.map(({ clickId }) => clickId),
  })
  if (found === null) return null
  const { misses, byReason } = findNearMisses(
    { ...install, explanation },
    found.clicks,
    MAX_NEAR_MISSES,
  )
  const links = await nameLinks(
    db,
    project.id,
    misses.map(({ click }) => click.linkId),
  )
  return {
    by_reason: byReason,
    data: misses.map((miss) => presentMiss(miss, { decidedAt: to, links })),
    looked_at: found.clicks.length,
    looked_back_to: formatTimestamp(found.lookedBackTo),
  }
}

function presentMiss(
  { click, whyNot }: NearMiss,
  { decidedAt, links }: { decidedAt: Date; links: NamedLink[] },
): NearMisses['data'][number] {
  return {
    click_id: click.clickId,
    link_id: click.linkId,
    code: links.find(({ id }) => id === click.linkId)?.code ?? null,
    clicked_at: formatTimestamp(click.createdAt),
    age_seconds: (decidedAt.getTime() - click.createdAt.getTime()) / 1_000,
    platform: click.platform,
    why_not: whyNot,
  }
}
