import type { Db } from '../connection/database.js'
import { FINGERPRINT_DAYS } from '../retention/anonymize-fingerprints.js'
import { Prisma } from '../generated/prisma/client.js'

/**
 * The frozen payload of a fingerprint's newest attribution, at most 30 days old, or null.
 *
 * @param query.ipHash limits it to attributions from this address; undefined for any
 */
export async function findPayloadByFingerprint(
  db: Db,
  query: { projectId: string; fingerprintHash: Uint8Array; ipHash?: Uint8Array | undefined },
): Promise<string | null> {
  const sameAddress =
    query.ipHash === undefined ? Prisma.empty : Prisma.sql`AND ip_hash = ${query.ipHash}::bytea`
  const [row] = await db.$queryRaw<{ payload: string }[]>`
    SELECT payload FROM attributions
     WHERE project_id = ${query.projectId}::uuid AND fingerprint_hash = ${query.fingerprintHash}::bytea
       AND attributed_at >= now() - make_interval(days => ${FINGERPRINT_DAYS}::integer) ${sameAddress}
     ORDER BY attributed_at DESC, id DESC LIMIT 1`
  return row?.payload ?? null
}

/** The frozen payload of the most recent attribution of a link, or null. */
export async function findPayloadByCode(
  db: Db,
  link: { projectId: string; code: string },
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ payload: string }[]>`
    SELECT payload FROM attributions
     WHERE project_id = ${link.projectId}::uuid
       AND link_id = (SELECT id FROM links WHERE project_id = ${link.projectId}::uuid AND code = ${link.code})
     ORDER BY attributed_at DESC, id DESC LIMIT 1`
  return row?.payload ?? null
}
