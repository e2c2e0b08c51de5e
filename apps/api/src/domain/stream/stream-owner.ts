import type { Db } from '@throughline/db/connection/database'
import { findSessionAccess } from '@throughline/db/accounts/sessions'
import { findLiveTokens } from '@throughline/db/projects/admin-tokens'

/** The caller that opened a stream. */
export type StreamOwner =
  | { kind: 'user'; credential: string; sessionId: number; isAdmin: boolean; role: string | null }
  | { kind: 'token'; credential: string; tokenId: number }

export interface OwnedStream {
  projectId: string
  owner: StreamOwner
}

/** Returns the streams that may continue: their session or token is valid, and their role has not changed. */
export async function findAllowed<Owned extends OwnedStream>(
  db: Db,
  streams: readonly Owned[],
): Promise<Set<Owned>> {
  const sessions = streams.flatMap(({ projectId, owner }) =>
    owner.kind === 'user' ? [{ projectId, sessionId: owner.sessionId }] : [],
  )
  const tokens = streams.flatMap(({ owner }) => (owner.kind === 'token' ? [owner.tokenId] : []))
  const access = sessions.length === 0 ? [] : await findSessionAccess(db, sessions)
  const live = new Set(tokens.length === 0 ? [] : await findLiveTokens(db, tokens))
  const granted = new Set(access.map((each) => keyOf(each.projectId, each)))
  const allowed = streams.filter(({ projectId, owner }) =>
    owner.kind === 'token' ? live.has(owner.tokenId) : granted.has(keyOf(projectId, owner)),
  )
  return new Set(allowed)
}

function keyOf(
  projectId: string,
  { sessionId, isAdmin, role }: { sessionId: number; isAdmin: boolean; role: string | null },
): string {
  return JSON.stringify([projectId, sessionId, isAdmin, role])
}
