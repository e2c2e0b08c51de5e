import { withClient } from '@throughline/stack/postgres/connect'

/**
 * Adds installs and succeeded deliveries of a project that nobody uses, as a database that has been used for long has
 * them. Works on the schema of every release.
 */
export function fillTables(databaseUrl: string, rows: number): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO installs (project_id, install_id, platform, is_matched, reason, decided_at)
       SELECT $1, gen_random_uuid(), 'android', false, 'no_candidate', now() - n * interval '1 second'
         FROM generate_series(1, $2::integer) AS n`,
      [PROJECT, rows],
    )
    await client.query(
      `INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, enqueued_at, completed_at)
       SELECT (left(uuid7_floor(now())::text, 14) || '7' || substr(hash, 1, 3) || '-8' || substr(hash, 4, 3) || '-' ||
               substr(hash, 7, 12))::uuid, $1, 0, gen_random_uuid(), 'install_attributed', 'succeeded', 'auto', NULL, now()
         FROM generate_series(1, $2::integer) AS n, md5(n::text) AS hash`,
      [PROJECT, rows],
    )
  })
}

const PROJECT = '11111111-1111-4111-8111-111111111111'
