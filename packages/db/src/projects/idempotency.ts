// Raw SQL: Prisma has no conditional upsert, and its dates have no microseconds.
import type { Db } from '../connection/database.js'

/** The scope of a key (docs/api-contract.md, "Idempotency"): elsewhere the same key is another key. */
export interface IdempotencyScope {
  projectId: string
  credential: string
  /** Method and path. */
  route: string
  key: string
}

export type IdempotencyState =
  /** The caller runs the request and stores its response under this mark. */
  | { kind: 'begun'; mark: string }
  | { kind: 'running' }
  | { kind: 'other_body' }
  | { kind: 'answered'; answerSealed: string }

export interface RunningKey {
  scope: IdempotencyScope
  mark: string
}

const RUNNING_SECONDS = 60
const KEPT_HOURS = 24

/** Marks a key as running for 60 s, or returns the stored response. A frozen process cannot use an expired mark. */
export async function beginIdempotent(
  db: Db,
  scope: IdempotencyScope,
  bodyHash: Uint8Array,
): Promise<IdempotencyState> {
  const [begun] = await db.$queryRaw<{ mark: string }[]>`
    INSERT INTO idempotency_keys (project_id, credential, route, key, body_hash, running_until)
    VALUES (${scope.projectId}::uuid, ${scope.credential}, ${scope.route}, ${scope.key}, ${bodyHash}, now() + make_interval(secs => ${RUNNING_SECONDS}))
    ON CONFLICT (project_id, credential, route, key) DO UPDATE
      SET body_hash = excluded.body_hash, running_until = excluded.running_until, answer_sealed = NULL, created_at = now()
      WHERE idempotency_keys.created_at < now() - make_interval(hours => ${KEPT_HOURS})
         OR (idempotency_keys.answer_sealed IS NULL AND idempotency_keys.running_until < now() AND idempotency_keys.body_hash = excluded.body_hash)
    RETURNING extract(epoch FROM running_until)::text AS mark`
  if (begun !== undefined) return { kind: 'begun', mark: begun.mark }
  const row = await db.idempotencyKey.findUnique({
    where: { projectId_credential_route_key: scope },
  })
  if (row === null) return { kind: 'running' }
  if (!Buffer.from(row.bodyHash).equals(bodyHash)) return { kind: 'other_body' }
  return row.answerSealed === null
    ? { kind: 'running' }
    : { kind: 'answered', answerSealed: row.answerSealed }
}

/** Stores the response in the request's transaction, which must not commit if this returns false: the key is lost. */
export async function storeIdempotentAnswer(
  db: Db,
  { scope, mark }: RunningKey,
  answerSealed: string,
): Promise<boolean> {
  const stored = await db.$executeRaw`
    UPDATE idempotency_keys SET answer_sealed = ${answerSealed}, running_until = NULL
     WHERE project_id = ${scope.projectId}::uuid AND credential = ${scope.credential} AND route = ${scope.route}
       AND key = ${scope.key} AND extract(epoch FROM running_until) = ${mark}::numeric`
  return stored === 1
}

/** Removes the mark of a request whose response is not stored, so that the caller may retry. */
export async function abandonIdempotent(db: Db, { scope, mark }: RunningKey): Promise<void> {
  await db.$executeRaw`
    DELETE FROM idempotency_keys
     WHERE project_id = ${scope.projectId}::uuid AND credential = ${scope.credential} AND route = ${scope.route}
       AND key = ${scope.key} AND extract(epoch FROM running_until) = ${mark}::numeric`
}
