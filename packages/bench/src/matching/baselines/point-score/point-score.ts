import type { ReplayCandidate, ReplayInstall } from '../../replay/candidate.js'
import type { Decide, ReplayDecision } from '../../replay/replay.js'
import { comparePoints } from './compare.js'

/** The minimum score of a match. */
export const THRESHOLD = 0.7
const MARGIN = 0.1
const MAX_VISITORS = 8
const REQUIRED_AGREEING = 4
const REQUIRED_AGREEING_WHEN_OWN = 3
/** Share of the window after which a click that agrees in everything has decayed to the threshold. */
const TRUSTED_SHARE = 1 / 20
const OWN_ADDRESS_DECAY = 0.05
const CODE_CONFIDENCE = 0.9
const TOKEN_WINDOW_MS = 30 * 24 * 60 * 60_000

const NONE: ReplayDecision = { clickId: null, confidence: 0 }

/** The former rule: points of agreeing signals divided by points of comparable ones. It was released with 0.7. */
export function pointScore(threshold: number = THRESHOLD): Decide {
  return (install, candidates) => {
    if (install.token.state === 'valid')
      return decideByToken(install, install.token.clickId, candidates)
    if (install.codeLinkId !== null) return decideByCode(install, candidates)
    return decideByScore(install, candidates, threshold)
  }
}

function decideByToken(
  { now }: ReplayInstall,
  tokenClickId: string,
  candidates: readonly ReplayCandidate[],
): ReplayDecision {
  const click = candidates.find(({ clickId }) => clickId === tokenClickId)
  const isOpen = click !== undefined && click.consumedAt === null
  if (!isOpen || now.getTime() - click.createdAt.getTime() > TOKEN_WINDOW_MS) return NONE
  return { clickId: click.clickId, confidence: 1 }
}

function decideByCode(
  install: ReplayInstall,
  candidates: readonly ReplayCandidate[],
): ReplayDecision {
  const [click] = candidates
    .filter((one) => one.linkId === install.codeLinkId && isInside(install, one))
    .filter(({ consumedAt, uncountedReason }) => consumedAt === null && uncountedReason === null)
    .sort(newestFirst)
  return click === undefined ? NONE : { clickId: click.clickId, confidence: CODE_CONFIDENCE }
}

interface Scored {
  click: ReplayCandidate
  score: number
  fit: number
  hasEnough: boolean
}

function decideByScore(
  install: ReplayInstall,
  candidates: readonly ReplayCandidate[],
  threshold: number,
): ReplayDecision {
  const inside = candidates.filter((one) => one.isReported && isInside(install, one))
  const overCap = clicksOverCap(inside)
  const open = inside.filter(
    (one) => one.platform === install.platform && one.consumedAt === null && !overCap.has(one),
  )
  const ranked = newestOfEachVisitor(open)
    .map((click) => scoreOf(install, click))
    .sort(bestFirst)
  const [best] = ranked
  if (best === undefined || !best.hasEnough || best.score < threshold) return NONE
  const isAmbiguous = ranked.some(
    ({ click, fit }) =>
      best.fit - fit < MARGIN - 1e-9 &&
      (click.linkId !== best.click.linkId || click.campaignId !== best.click.campaignId),
  )
  if (isAmbiguous) return NONE
  const { clickId, visitorId } = best.click
  const superseded = open.filter(
    (one) => one !== best.click && visitorId !== null && one.visitorId === visitorId,
  )
  return {
    clickId,
    confidence: best.score,
    supersededClickIds: superseded.map((one) => one.clickId),
  }
}

function isInside(install: ReplayInstall, { createdAt }: ReplayCandidate): boolean {
  return install.now.getTime() - createdAt.getTime() <= install.windowMinutes * 60_000
}

function clicksOverCap(nearby: readonly ReplayCandidate[]): Set<ReplayCandidate> {
  if (!exceedsSharedIpCap(nearby)) return new Set()
  const isOwnOverCap = exceedsSharedIpCap(nearby.filter((one) => one.sameFullAddress))
  return new Set(isOwnOverCap ? nearby : nearby.filter((one) => !one.sameFullAddress))
}

function exceedsSharedIpCap(clicks: readonly ReplayCandidate[]): boolean {
  return new Set(clicks.map(({ visitorId, clickId }) => visitorId ?? clickId)).size > MAX_VISITORS
}

function newestFirst(a: ReplayCandidate, b: ReplayCandidate): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (b.clickId > a.clickId ? 1 : -1)
}

function newestOfEachVisitor(clicks: readonly ReplayCandidate[]): ReplayCandidate[] {
  const seen = new Set<string>()
  return [...clicks].sort(newestFirst).filter(({ visitorId }) => {
    const isNewest = visitorId === null || !seen.has(visitorId)
    if (visitorId !== null) seen.add(visitorId)
    return isNewest
  })
}

function scoreOf(install: ReplayInstall, click: ReplayCandidate): Scored {
  const compared = comparePoints(install, click)
  const sum = (pick: (one: (typeof compared)[number]) => number) =>
    compared.reduce((total, one) => total + pick(one), 0)
  const fit =
    Math.max(
      0,
      sum(({ points }) => points),
    ) / sum(({ of }) => of)
  const isOwn = install.address.includes(':') && click.sameFullAddress
  const agreeing = compared.slice(1).filter(({ points }) => points > 0).length
  return {
    click,
    fit,
    score: fit * decayOf(install, click, isOwn),
    hasEnough: agreeing >= (isOwn ? REQUIRED_AGREEING_WHEN_OWN : REQUIRED_AGREEING),
  }
}

function decayOf(install: ReplayInstall, click: ReplayCandidate, isOwn: boolean): number {
  const ageMs = install.now.getTime() - click.createdAt.getTime()
  const age = Math.min(1, ageMs / (install.windowMinutes * 60_000))
  return isOwn ? 1 - OWN_ADDRESS_DECAY * age : THRESHOLD ** (age / TRUSTED_SHARE)
}

function bestFirst(a: Scored, b: Scored): number {
  return (
    Number(b.hasEnough) - Number(a.hasEnough) || b.score - a.score || newestFirst(a.click, b.click)
  )
}
