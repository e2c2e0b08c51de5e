import type { Tap } from './world/episode.js'
import type { Truth } from './world/truth.js'

/**
 * What came of an install. `matched`: its own click. `unmatched`: there was none to find, and none was given.
 * `missed`: its own click was there to find and none was given. `false`: another person's click, or an own one that is
 * not the one to find.
 */
export type Outcome = 'matched' | 'unmatched' | 'missed' | 'false'

/** @param given the tap of the click that the install was given, or null */
export function judge(
  truth: Pick<Truth, 'tapId' | 'acceptedTapIds'>,
  given: Pick<Tap, 'id'> | null,
): Outcome {
  if (given === null) return truth.tapId === null ? 'unmatched' : 'missed'
  const isRight = given.id === truth.tapId || truth.acceptedTapIds.includes(given.id)
  return isRight ? 'matched' : 'false'
}

/** Whether a false match still names the link and so the campaign that the person came by. */
export function isSameLink(
  own: Pick<Tap, 'link' | 'project'> | undefined,
  given: Pick<Tap, 'link' | 'project'>,
): boolean {
  return own?.link === given.link && own.project === given.project
}
