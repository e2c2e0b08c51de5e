import type { Db } from './client.js'

/** Where a key is looked up (contract §2): the same key elsewhere is another key. */
export interface IdempotencyScope {
  projectId: string
  credential: string
  /** Method and path. */
  route: string
  key: string
}

export type IdempotencyState =
  /** The caller runs the request and stores its answer. */
  | { kind: 'begun' }
  | { kind: 'running' }
  | { kind: 'other_body' }
  | { kind: 'answered'; answerSealed: string }

const RUNNING_SECONDS = 60
const KEPT_HOURS = 24

/**
 * Marks a key as running, or answers what it already stands for. A running mark ends after 60 s, so that a
 * crash does not lock a key; an entry older than 24 h counts as none.
 */
export async function beginIdempotent(
  db: Db,
  scope: IdempotencyScope,
  bodyHash: Uint8Array,
): Promise<IdempotencyState> {
  const begun = await db.$executeRaw`
    INSERT INTO idempotency_keys (project_id, credential, route, key, body_hash, running_until)
    VALUES (${scope.projectId}::uuid, ${scope.credential}, ${scope.route}, ${scope.key}, ${bodyHash}, now() + make_interval(secs => ${RUNNING_SECONDS}))
    ON CONFLICT (project_id, credential, route, key) DO UPDATE
      SET body_hash = excluded.body_hash, running_until = excluded.running_until, answer_sealed = NULL, created_at = now()
      WHERE idempotency_keys.created_at < now() - make_interval(hours => ${KEPT_HOURS})
         OR (idempotency_keys.answer_sealed IS NULL AND idempotency_keys.running_until < now() AND idempotency_keys.body_hash = excluded.body_hash)`
  if (begun === 1) return { kind: 'begun' }
  const row = await db.idempotencyKey.findUnique({
    where: { projectId_credential_route_key: scope },
  })
  if (row === null) return { kind: 'running' }
  if (!Buffer.from(row.bodyHash).equals(bodyHash)) return { kind: 'other_body' }
  return row.answerSealed === null
    ? { kind: 'running' }
    : { kind: 'answered', answerSealed: row.answerSealed }
}

/** Stores the answer, in the transaction of what it answers. */
export async function storeIdempotentAnswer(
  db: Db,
  scope: IdempotencyScope,
  answerSealed: string,
): Promise<void> {
  await db.idempotencyKey.update({
    where: { projectId_credential_route_key: scope },
    data: { answerSealed, runningUntil: null },
  })
}

/** Takes the running mark back after an answer that is not kept, so that the caller may try again. */
export async function abandonIdempotent(db: Db, scope: IdempotencyScope): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { ...scope, answerSealed: null } })
}
