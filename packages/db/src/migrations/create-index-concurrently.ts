import pg from 'pg'
import { MigrationError } from './migration-error.js'
import { withPatience, type Patience } from './with-patience.js'

export interface ConcurrentIndex {
  isUnique: boolean
  index: string
  table: string
  /** The rest of the statement: columns, storage parameters, condition. */
  definition: string
}

const STATEMENT =
  /^CREATE (?<unique>UNIQUE )?INDEX CONCURRENTLY "(?<index>\w+)" ON "(?<table>\w+)"(?<definition>[^;]+)$/

/** @throws MigrationError for any other statement */
export function parseIndexes({ name, sql }: { name: string; sql: string }): ConcurrentIndex[] {
  const statements = sql
    .replace(/^\s*--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  return statements.map((statement) => {
    const { unique, index, table, definition } = STATEMENT.exec(statement)?.groups ?? {}
    if (index === undefined || table === undefined || definition === undefined)
      throw new MigrationError(
        `Migration ${name} has a statement that cannot run concurrently: ${statement}`,
      )
    return { isUnique: unique !== undefined, index, table, definition }
  })
}

/**
 * Creates an index while others write to the table. PostgreSQL cannot do this for a partitioned table: the index is
 * created on each partition and attached. Completes an index of an earlier run that was ended.
 */
export async function createIndexConcurrently(
  client: pg.Client,
  { migration, ...wanted }: ConcurrentIndex & { migration: string },
  patience: Patience,
): Promise<void> {
  const { index, table, definition, isUnique } = wanted
  if (!(await isPartitioned(client, table))) return buildIndex(client, wanted)
  const inTransaction = (sql: string) =>
    withPatience({ client, name: migration, run: () => client.query(sql) }, patience)
  // The parent's index is only a catalog entry without rows.
  await inTransaction(
    `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS "${index}" ON ONLY "${table}"${definition}`,
  )
  for (;;) {
    const partition = await findPartitionWithout(client, { index, table })
    if (partition === null) break
    const own = nameOnPartition(index, table, partition)
    await buildIndex(client, { ...wanted, index: own, table: partition })
    await inTransaction(`ALTER INDEX "${index}" ATTACH PARTITION ${pg.escapeIdentifier(own)}`)
  }
}

async function isPartitioned(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ relkind: string }>(
    `SELECT relkind FROM pg_class WHERE oid = to_regclass($1)`,
    [pg.escapeIdentifier(table)],
  )
  return rows[0]?.relkind === 'p'
}

/** An index that a killed build left behind is invalid: it is built again. */
async function buildIndex(client: pg.Client, wanted: ConcurrentIndex): Promise<void> {
  const index = pg.escapeIdentifier(wanted.index)
  const { rows } = await client.query<{ indisvalid: boolean }>(
    `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)`,
    [index],
  )
  if (rows[0]?.indisvalid === true) return
  if (rows[0]?.indisvalid === false) await client.query(`DROP INDEX CONCURRENTLY ${index}`)
  await client.query(
    `CREATE ${wanted.isUnique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${index}
         ON ${pg.escapeIdentifier(wanted.table)}${wanted.definition}`,
  )
}

/** A partition that is made meanwhile gets the index when it is attached to the table. */
async function findPartitionWithout(
  client: pg.Client,
  { index, table }: Pick<ConcurrentIndex, 'index' | 'table'>,
): Promise<string | null> {
  const { rows } = await client.query<{ partition: string }>(
    `SELECT c.relname AS partition
       FROM pg_inherits p JOIN pg_class c ON c.oid = p.inhrelid
      WHERE p.inhparent = to_regclass($1)
        AND NOT EXISTS (SELECT FROM pg_inherits i JOIN pg_index x ON x.indexrelid = i.inhrelid
                         WHERE i.inhparent = to_regclass($2) AND x.indrelid = c.oid)
      ORDER BY 1 LIMIT 1`,
    [pg.escapeIdentifier(table), pg.escapeIdentifier(index)],
  )
  return rows[0]?.partition ?? null
}

/** As PostgreSQL names it, for a name that follows its convention: `{table}_{columns}_idx`. */
function nameOnPartition(index: string, table: string, partition: string): string {
  const suffix = index.startsWith(`${table}_`) ? index.slice(table.length + 1) : index
  return `${partition}_${suffix}`
}
