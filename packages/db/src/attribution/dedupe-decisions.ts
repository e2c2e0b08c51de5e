import type { NewDecision } from './decision-statement.js'

/**
 * Those that may stand in one statement, by their places: no install twice, and no click twice, whoever wants it. Which
 * of two writes of one row a statement does is not defined; so the first one is in it, and the others have lost.
 */
export function dedupeDecisions(decisions: NewDecision[]): Map<number, NewDecision> {
  const installs = new Set<string>()
  const clicks = new Set<string>()
  const chosen = [...decisions.entries()].filter(([, { installId, match }]) => {
    if (installs.has(installId) || (match !== null && clicks.has(match.clickId))) return false
    installs.add(installId)
    if (match !== null) clicks.add(match.clickId)
    return true
  })
  return new Map(chosen.map(([place, decision]) => [place, withoutClicks(decision, clicks)]))
}

/** Takes along the superseded clicks that are not yet in `taken`, and adds them to it. */
function withoutClicks(decision: NewDecision, taken: Set<string>): NewDecision {
  const { match } = decision
  if (match === null || match.supersededClickIds.length === 0) return decision
  const supersededClickIds = match.supersededClickIds.filter((id) => {
    const isFree = !taken.has(id)
    taken.add(id)
    return isFree
  })
  return { ...decision, match: { ...match, supersededClickIds } }
}
