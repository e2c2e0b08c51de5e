import type { WorldClick } from './world/episode.js'
import type { Truth } from './world/truth.js'

/** `false`: another person's click, or an own click that is not the correct one. */
export type Outcome = 'matched' | 'unmatched' | 'missed' | 'false'

/** @param given the matched click, or null */
export function verifyMatch(
  truth: Pick<Truth, 'worldClickId' | 'acceptedWorldClickIds'>,
  given: Pick<WorldClick, 'id'> | null,
): Outcome {
  if (given === null) return truth.worldClickId === null ? 'unmatched' : 'missed'
  const isRight = given.id === truth.worldClickId || truth.acceptedWorldClickIds.includes(given.id)
  return isRight ? 'matched' : 'false'
}

/** Whether a false match still has the right link, and so the right campaign. */
export function isSameLink(
  own: Pick<WorldClick, 'link' | 'project'> | undefined,
  given: Pick<WorldClick, 'link' | 'project'>,
): boolean {
  return own?.link === given.link && own.project === given.project
}
