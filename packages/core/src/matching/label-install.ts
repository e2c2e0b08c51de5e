import { compareSignals } from './compare-signals.js'
import { decideBySignals } from './decide-by-signals.js'
import type { MatchCount, Relation } from './learned-model.js'
import { ageBucket, OTHER_BUCKET, type MatchModel } from './match-model.js'
import type { ClickCandidate, MatchInput } from './match-types.js'
import { isInsideWindow, windowMinutesOf } from './match-window.js'
import { hasOwnAddress } from './score-candidates.js'
import { clicksBeyondIpCap, newestOfEachVisitor, visitorOf } from './visitors.js'

export type LabelledInstall = {
  input: MatchInput
  claimed: ClickCandidate
  /** With or without the claimed click, which may come from another address. */
  candidates: readonly ClickCandidate[]
}

export type ShadowVerdict = 'right' | 'wrong' | 'silent'

export type Observation = Pick<MatchCount, 'signal' | 'relation' | 'bucket'> & { agrees: boolean }

/** The decision by signals alone. Another click of the same visitor is also right. */
export function shadowVerdict(
  model: MatchModel,
  { input, claimed, candidates }: LabelledInstall,
): ShadowVerdict {
  const open = candidates.map((click) =>
    click.clickId === claimed.clickId ? { ...click, consumedAt: null } : click,
  )
  const withoutToken: MatchInput = {
    ...input,
    clickToken: { state: 'absent' },
    codeLinkId: null,
    source: null,
    referrer: null,
  }
  const { clickId } = decideBySignals(model, withoutToken, open)
  const chosen = open.find((click) => click.clickId === clickId)
  if (chosen === undefined) return 'silent'
  return visitorOf(chosen) === visitorOf(claimed) ? 'right' : 'wrong'
}

/** Compares a labeled install with its own browser and with others behind the address, up to the shared IP cap. */
export function labelsOf(
  model: MatchModel,
  { input, claimed, candidates }: LabelledInstall,
): Observation[] {
  const near = candidates.filter(
    ({ sameAddress, createdAt }) =>
      sameAddress && isInsideWindow(createdAt, input.now, windowMinutesOf(input)),
  )
  const isWholeAddressComparable = hasOwnAddress(input, newestOfEachVisitor(near))
  const observe = (click: ClickCandidate, relation: Relation): Observation[] =>
    compareSignals(input, click, isWholeAddressComparable).flatMap(({ signal, outcome, bucket }) =>
      outcome === 'not_comparable' || bucket === null
        ? []
        : // One rate for all values: the probability that one person's signals agree.
          [
            {
              signal,
              relation,
              bucket: relation === 'same' ? OTHER_BUCKET : bucket,
              agrees: outcome === 'agrees',
            },
          ],
    )
  const own = candidates.filter(({ clickId }) => clickId === claimed.clickId)
  return [
    ...ageOf(model, input, claimed),
    ...own.flatMap((click) => observe(click, 'same')),
    ...othersOf(input, claimed, near).flatMap((click) => observe(click, 'different')),
  ]
}

function ageOf(
  model: MatchModel,
  { now }: MatchInput,
  { createdAt }: ClickCandidate,
): Observation[] {
  const ageMs = now.getTime() - createdAt.getTime()
  const oldest = model.ageMinutes.at(-1) ?? 0
  if (ageMs > oldest * 60_000) return []
  const bucket = String(model.ageMinutes[ageBucket(model, ageMs)])
  return [{ signal: 'age', relation: 'same', bucket, agrees: true }]
}

/** The newest click of each other visitor that signals would compare with the install. */
function othersOf(
  { platform }: MatchInput,
  claimed: ClickCandidate,
  near: readonly ClickCandidate[],
): ClickCandidate[] {
  const beyondCap = clicksBeyondIpCap(near)
  return newestOfEachVisitor(near).filter(
    (click) =>
      click.platform === platform &&
      visitorOf(click) !== visitorOf(claimed) &&
      !beyondCap.has(click),
  )
}
