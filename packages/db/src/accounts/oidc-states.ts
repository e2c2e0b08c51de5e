// Raw SQL: expiry is by the database's clock, and using a state deletes and returns it in one statement.
import type { Db } from '../connection/database.js'

/** A sign-in that waits for the browser to come back from the provider. */
export interface OidcState {
  /** The session of the browser when it left. */
  sessionId: number | null
  /** Connects the identity to the account of the session, instead of signing in. */
  connects: boolean
  /** The path of the panel to open afterwards. */
  next: string | null
}

interface StateHashes {
  stateHash: Uint8Array
  /** Of the code verifier, which only the browser has. */
  verifierHash: Uint8Array
}

/** Enough to enter a password and a second factor at the provider. */
export const STATE_LIFETIME_SECONDS = 600

export async function insertOidcState(
  db: Db,
  { stateHash, verifierHash, sessionId, connects, next }: OidcState & StateHashes,
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO oidc_states (state_hash, verifier_hash, session_id, connects, next, expires_at)
    VALUES (${stateHash}, ${verifierHash}, ${sessionId}, ${connects}, ${next},
            now() + make_interval(secs => ${STATE_LIFETIME_SECONDS}::integer))`
}

/**
 * Uses a state; null if it is unknown, expired or used, or another browser sends it. `userId` is the user of the session,
 * null without an open session.
 */
export async function takeOidcState(
  db: Db,
  { stateHash, verifierHash }: StateHashes,
): Promise<(OidcState & { userId: number | null }) | null> {
  const [row] = await db.$queryRaw<(OidcState & { userId: number | null })[]>`
    DELETE FROM oidc_states
     WHERE state_hash = ${stateHash} AND verifier_hash = ${verifierHash} AND expires_at > now()
    RETURNING session_id AS "sessionId", connects, next,
              (SELECT user_id FROM sessions WHERE id = session_id AND expires_at > now()) AS "userId"`
  return row ?? null
}
