import type pg from 'pg'
import { applyMigration, type Migration } from './apply-migration.js'
import { MigrationError } from './migration-error.js'
import type { Patience } from './with-patience.js'

/** The first migration of this repository: the whole schema of release 0.1.0. */
const BASELINE = '20261123000000_baseline'

/** The last commit before the baseline replaced these migrations. */
const LAST_COMMIT_BEFORE = 'ea275cd'

const REPLACED_BY_BASELINE = [
  '20261121000000_init',
  '20261121090000_partition_upkeep',
  '20261121093000_replays',
  '20261121100000_room_for_updates',
  '20261121101500_parkings',
  '20261121103000_replayable_index',
  '20261121120000_links_in_full',
  '20261122130000_forgetting',
  '20261122130500_erasures',
  '20261122140000_visits_without_fingerprint',
  '20261122150000_click_tallies',
  '20261122160000_matching',
  '20261122163000_shared_ranges',
  '20261122164000_test_records',
  '20261122165000_match_counts',
  '20261122172000_replay_progress',
  '20261122174000_token_parents',
  '20261122174100_sdk_writes',
  '20261122175000_attempt_request_id',
]

/**
 * Turns a database from before 0.1.0 into one of the baseline; returns its name, or null if nothing changed. @throws
 * MigrationError if the database is too old or has unknown migrations
 */
export async function adoptBaseline(
  client: pg.Client,
  migrations: Migration[],
  patience: Patience,
): Promise<string | null> {
  const baseline = migrations.find(({ name }) => name === BASELINE)
  if (baseline === undefined || !(await isFromBeforeBaseline(client))) return null
  await applyMigration(client, { ...baseline, sql: RENAME_AND_FORGET }, patience)
  return BASELINE
}

/** @throws MigrationError if the baseline cannot replace the database's migrations */
async function isFromBeforeBaseline(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM "_prisma_migrations"
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  )
  const applied = new Set(rows.map(({ name }) => name))
  if (!REPLACED_BY_BASELINE.some((name) => applied.has(name))) return false
  const missing = REPLACED_BY_BASELINE.find((name) => !applied.has(name))
  if (missing !== undefined) throw tooOld(missing)
  const unknown = [...applied].find((name) => !REPLACED_BY_BASELINE.includes(name))
  if (unknown !== undefined) throw unknownMigration(unknown)
  return true
}

function tooOld(missing: string): MigrationError {
  return new MigrationError(
    `This database was created before release 0.1.0 and lacks the migration ${missing}. Check out commit ` +
      `${LAST_COMMIT_BEFORE}, run its migrate command on this database, then run migrate of this version again`,
  )
}

function unknownMigration(name: string): MigrationError {
  return new MigrationError(
    `This database was created before release 0.1.0 and has the migration ${name}, which no version of Throughline has. ` +
      'Revert its changes and delete its row from _prisma_migrations, then migrate again',
  )
}

/** Constraints and indexes are named after their tables. PostgreSQL 18 also names NOT NULL constraints after columns. */
const RENAME_AND_FORGET = `
DO $$
DECLARE
  old_name text;
  new_name text;
  old_constraint text;
  new_constraint text;
BEGIN
  ALTER TABLE forget_marks RENAME COLUMN chore TO task;
  FOR old_name, new_name IN
    VALUES ('parkings', 'hold_backlog'), ('forget_marks', 'retention_cursors'), ('click_tallies', 'click_deltas')
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', old_name, new_name);
    FOR old_constraint IN
      SELECT conname FROM pg_constraint
       WHERE conrelid = to_regclass(new_name) AND starts_with(conname, old_name || '_')
    LOOP
      new_constraint := new_name || replace(substr(old_constraint, length(old_name) + 1), '_chore_', '_task_');
      EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', new_name, old_constraint, new_constraint);
    END LOOP;
  END LOOP;
  ALTER SEQUENCE click_tallies_id_seq RENAME TO click_deltas_id_seq;
END
$$;
DELETE FROM "_prisma_migrations" WHERE migration_name IN (${REPLACED_BY_BASELINE.map((name) => `'${name}'`).join(', ')});
`
