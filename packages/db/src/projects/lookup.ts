// Raw SQL: Prisma has no unions.
import type { Db } from '../connection/database.js'

export interface FoundRecord {
  kind: string
  id: string
  name: string | null
}

export function findByUuid(db: Db, projectId: string, id: string): Promise<FoundRecord[]> {
  return db.$queryRaw<FoundRecord[]>`
    SELECT 'delivery' AS kind, id::text, NULL::text AS name FROM deliveries
     WHERE id = ${id}::uuid AND project_id = ${projectId}::uuid
     UNION ALL
    SELECT 'install', install_id::text, NULL FROM installs
     WHERE install_id = ${id}::uuid AND project_id = ${projectId}::uuid AND erasure_id IS NULL
     UNION ALL
    SELECT 'attribution', id::text, NULL FROM attributions WHERE id = ${id}::uuid AND project_id = ${projectId}::uuid
     UNION ALL
    SELECT 'event', id::text, NULL FROM events WHERE id = ${id}::uuid AND project_id = ${projectId}::uuid
     UNION ALL
    SELECT 'click', id::text, NULL FROM clicks WHERE id = ${id}::uuid AND project_id = ${projectId}::uuid
     UNION ALL
    SELECT 'erasure', id::text, NULL FROM erasures WHERE id = ${id}::uuid AND project_id = ${projectId}::uuid
     UNION ALL
    SELECT 'project', id::text, name FROM projects
     WHERE id = ${projectId}::uuid AND ${id}::uuid IN (id, key)`
}

export function findByInteger(db: Db, projectId: string, id: number): Promise<FoundRecord[]> {
  return db.$queryRaw<FoundRecord[]>`
    SELECT 'campaign' AS kind, id::text, name FROM campaigns
     WHERE id = ${id}::integer AND project_id = ${projectId}::uuid AND deleted_at IS NULL
     UNION ALL
    SELECT 'webhook', id::text, url FROM webhooks
     WHERE id = ${id}::integer AND project_id = ${projectId}::uuid AND deleted_at IS NULL
     UNION ALL
    SELECT 'link', code, name FROM links WHERE id = ${id}::integer AND project_id = ${projectId}::uuid
     UNION ALL
    SELECT 'replay', id::text, NULL FROM replays WHERE id = ${id}::integer AND project_id = ${projectId}::uuid
     UNION ALL
    SELECT 'token', id::text, name FROM admin_tokens
     WHERE id = ${id}::integer AND project_id = ${projectId}::uuid AND revoked_at IS NULL`
}

/** The link of a code, and the custom domain of a host. */
export function findByText(db: Db, projectId: string, text: string): Promise<FoundRecord[]> {
  return db.$queryRaw<FoundRecord[]>`
    SELECT 'link' AS kind, code AS id, name FROM links WHERE project_id = ${projectId}::uuid AND code = ${text}
     UNION ALL
    SELECT 'domain', host, NULL FROM domains WHERE project_id = ${projectId}::uuid AND host = lower(${text})`
}

export function findByDestination(db: Db, projectId: string, url: string): Promise<FoundRecord[]> {
  return db.$queryRaw<FoundRecord[]>`
    SELECT 'link' AS kind, code AS id, name FROM links
     WHERE project_id = ${projectId}::uuid AND actual_url = ${url} ORDER BY id DESC LIMIT 10`
}

export async function hasFingerprint(
  db: Db,
  projectId: string,
  fingerprintHash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return (await db.install.findFirst({ where: { projectId, fingerprintHash } })) !== null
}
