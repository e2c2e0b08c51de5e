import { randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils'
import type pg from 'pg'
import { parseTarget, runSql } from './database-target.js'

/** Prisma's adapter for pg, with the changes that the schema engine needs. */
export function createAdapterFactory(databaseUrl: string): SqlMigrationAwareDriverAdapterFactory {
  const { fields, schema } = parseTarget(databaseUrl)
  const options = schema === undefined ? {} : { schema }
  const connect = async (database: string) =>
    adapt(await new PrismaPg({ ...fields, database }, options).connect())
  const { provider, adapterName } = new PrismaPg(fields)
  return {
    provider,
    adapterName,
    connect: () => connect(fields.database),
    // Prisma's adapter drops the shadow database before it closes its connections to it, which fails.
    connectToShadowDb: async () => {
      const database = `prisma_migrate_shadow_db_${randomUUID()}`
      await runSql(fields, `CREATE DATABASE "${database}"`)
      const shadow = await connect(database)
      const close = shadow.dispose.bind(shadow)
      shadow.dispose = async () => {
        await close()
        await runSql(fields, `DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`)
      }
      return shadow
    },
  }
}

/** Parts of Prisma's adapter that its types declare private or protected. */
interface AdapterInternals {
  client: pg.Pool
  performIO: (query: SqlQuery) => Promise<Result | Result[]>
  onError: (error: unknown) => never
}
type Result = Pick<pg.QueryArrayResult, 'fields' | 'rows'>

/** OIDs of PostgreSQL's types "char" and text. */
const CHAR = 18
const TEXT = 25

/**
 * - Catalog queries return columns of the type "char", which Prisma's adapter rejects: they are read as text.
 * - A query of several statements returns one result for each: the last one is used.
 * - Scripts run as a whole: Prisma's adapter splits them at each semicolon, also inside function bodies. As a whole they
 *   are one transaction, in which no index can be created concurrently.
 */
function adapt(adapter: SqlDriverAdapter): SqlDriverAdapter {
  const internals = adapter as unknown as AdapterInternals
  const performIO = internals.performIO.bind(internals)
  const queryRaw = adapter.queryRaw.bind(adapter)
  let charColumns: number[] = []
  internals.performIO = async (query) => {
    const result = await performIO(query)
    const last = Array.isArray(result) ? result.at(-1) : result
    if (last === undefined) throw new Error('PostgreSQL returned no result')
    charColumns = last.fields.flatMap(({ dataTypeID }, index) =>
      dataTypeID === CHAR ? [index] : [],
    )
    const fields = last.fields.map((field) =>
      field.dataTypeID === CHAR ? { ...field, dataTypeID: TEXT } : field,
    )
    return { ...last, fields }
  }
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query)
    for (const index of charColumns) result.columnTypes[index] = ColumnTypeEnum.Character
    return result
  }
  adapter.executeScript = async (script) => {
    try {
      await internals.client.query(
        script.replaceAll(/(?<=^CREATE (UNIQUE )?INDEX )CONCURRENTLY /gm, ''),
      )
    } catch (error) {
      internals.onError(error)
    }
  }
  return adapter
}
