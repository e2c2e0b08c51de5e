import { compareSignals } from './compare-signals.js'
import { decideBySignals } from './decide-by-signals.js'
import type { MatchCount, Relation } from './learned-model.js'
import { ageBucket, OTHER_BUCKET, type MatchModel } from './match-model.js'
import type { ClickCandidate, MatchInput } from './match-types.js'
import { isInsideWindow, windowMinutesOf } from './match-window.js'
import { hasOwnAddress } from './score-candidates.js'
import { clicksBeyondIpCap, newestOfEachVisitor, visitorOf } from './visitors.js'

/** An install that a verified token decided, with the clicks from its address. */
export type LabelledInstall = {
  input: MatchInput
  /** The click that the token named. */
  claimed: ClickCandidate
  /** With or without the claimed one, which another address may have made. */
  candidates: readonly ClickCandidate[]
}

export type ShadowVerdict = 'right' | 'wrong' | 'silent'

/** One comparison or age that a labelled install adds to the counts. */
export type Observation = Pick<MatchCount, 'signal' | 'relation' | 'bucket'> & { agrees: boolean }

/**
 * What the signals alone would have decided: as if there were no token and the claimed click were open. Another click of
 * the claimed one's visitor is right too.
 */
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

/**
 * What a labelled install says: how its app compares with its own browser, how with the browsers of others behind the
 * address, and how old its click was. Crowded addresses say nothing of others, since signals decide nothing there.
 */
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
        : // The chance that one person's signals agree is one rate for all values.
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

/** The newest click of each other visitor whom signals would compare with the install. */
function othersOf(
  { platform }: MatchInput,
  claimed: ClickCandidate,
  near: readonly ClickCandidate[],
): ClickCandidate[] {
  const crowded = clicksBeyondIpCap(near)
  return newestOfEachVisitor(near).filter(
    (click) =>
      click.platform === platform && visitorOf(click) !== visitorOf(claimed) && !crowded.has(click),
  )
}
