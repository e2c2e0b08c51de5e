import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A made-up next release that renames `deliveries.schedule_attempts`, which the API and the worker read and write for
 * each delivery. Its migrations have the forms of docs/migrations.md.
 */
export interface MadeUpRelease {
  /** The folder of its API and worker. They need the migrations of `expand`. */
  bundles: string
  /** Folders of migrations: before the processes are replaced, and after none of the version before is left. */
  expand: string
  contract: string
}

const OLD_NAME = 'schedule_attempts'
const NEW_NAME = 'attempts_of_schedule'

/** Both names have the same value, whichever version writes. */
const COLUMN = `
CREATE FUNCTION made_up_sync() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.${NEW_NAME} IS NULL OR (TG_OP = 'UPDATE' AND NEW.${OLD_NAME} <> OLD.${OLD_NAME}) THEN
    NEW.${NEW_NAME} := NEW.${OLD_NAME};
  ELSE
    NEW.${OLD_NAME} := NEW.${NEW_NAME};
  END IF;
  RETURN NEW;
END $$;
ALTER TABLE "deliveries" ADD COLUMN "${NEW_NAME}" INTEGER;
CREATE TRIGGER "made_up_sync" BEFORE INSERT OR UPDATE ON "deliveries" FOR EACH ROW EXECUTE FUNCTION made_up_sync();
`

/** In the order in which workers lock deliveries. */
const ROWS = `-- migrate: in batches
UPDATE "deliveries" SET "${NEW_NAME}" = "${OLD_NAME}"
 WHERE ("id", "project_id") IN (
   SELECT "id", "project_id" FROM "deliveries" WHERE "${NEW_NAME}" IS NULL ORDER BY "id" LIMIT 500 FOR UPDATE);
`

const INDEX = `-- migrate: concurrently
CREATE INDEX CONCURRENTLY "deliveries_made_up_idx" ON "deliveries"("${NEW_NAME}") WHERE "${NEW_NAME}" > 1;
`

const CHECK = `
ALTER TABLE "deliveries" ADD CONSTRAINT "made_up_check" CHECK ("${NEW_NAME}" IS NOT NULL) NOT VALID;
`

const VALIDATION = `
ALTER TABLE "deliveries" VALIDATE CONSTRAINT "made_up_check";
`

const CONTRACT = `
DROP TRIGGER "made_up_sync" ON "deliveries";
DROP FUNCTION made_up_sync();
-- allow ban-drop-column: unused since 0.2.0
ALTER TABLE "deliveries" DROP COLUMN "${OLD_NAME}", ALTER COLUMN "${NEW_NAME}" SET DEFAULT 0;
`

export const MADE_UP_MIGRATIONS: readonly (readonly [name: string, sql: string])[] = [
  ['90000101000000_column', COLUMN],
  ['90000101000001_rows', ROWS],
  ['90000101000002_index', INDEX],
  ['90000101000003_check', CHECK],
  ['90000101000004_validation', VALIDATION],
  ['90000201000000_contract', CONTRACT],
]

/** Builds it from the bundles of this version, whose SQL and Prisma schema name the column as a string. */
export async function makeUpRelease(bundles: string, into: string): Promise<MadeUpRelease> {
  const release = { bundles: into, expand: join(into, 'expand'), contract: join(into, 'contract') }
  await cp(join(bundles, 'worker', 'migrations'), release.expand, { recursive: true })
  for (const [name, sql] of MADE_UP_MIGRATIONS.slice(0, -1)) await write(release.expand, name, sql)
  await cp(release.expand, release.contract, { recursive: true })
  for (const [name, sql] of MADE_UP_MIGRATIONS.slice(-1)) await write(release.contract, name, sql)
  for (const app of ['api', 'worker']) {
    const folder = join(into, app)
    await cp(join(bundles, app), folder, { recursive: true })
    await cp(release.expand, join(folder, 'migrations'), { recursive: true })
    const main = join(folder, 'index.mjs')
    const code = await readFile(main, 'utf8')
    if (!code.includes(OLD_NAME)) throw new Error(`${main} does not use ${OLD_NAME}`)
    await writeFile(main, code.replaceAll(OLD_NAME, NEW_NAME))
  }
  return release
}

async function write(folder: string, name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name))
  await writeFile(join(folder, name, 'migration.sql'), sql.trimStart())
}
