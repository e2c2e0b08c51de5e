import type { Token } from '../../api/types.js'

type OwnedToken = Pick<Token, 'id' | 'user_id' | 'parent_id' | 'expires_at'>

/** The tokens that a user created in the panel, with their descendants, which are revoked together. Without expired ones. */
export function tokensOf<One extends OwnedToken>(
  userId: number,
  tokens: readonly One[],
  nowMs: number,
): One[] {
  // A descendant has a greater id than its ancestors.
  const oldestFirst = [...tokens].sort((one, other) => one.id - other.id)
  const family = new Set<number>()
  for (const { id, user_id: creator, parent_id: parent } of oldestFirst)
    if (creator === userId || (parent !== null && family.has(parent))) family.add(id)
  return tokens.filter(
    ({ id, expires_at: at }) => family.has(id) && (at === null || Date.parse(at) > nowMs),
  )
}
