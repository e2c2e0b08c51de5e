import { listPendingMigrations, migrateDatabase } from '@throughline/db/migrations/migrate'
import { checkDirectConnection, directVariable } from '@throughline/db/connection/pooler-check'
import { openDatabase } from '@throughline/db/connection/database'
import { ensurePartitions } from '@throughline/db/retention/partitions'
import { migrateQueue } from '@throughline/queue/migrate'
import { readConfig, type CliConfig } from '../config.js'
import { printError, printResult } from '../output.js'
import { explainError } from './explain-error.js'

/** Migrates our tables, the queue's if it is in PostgreSQL, and creates partitions. `dryRun` only lists. */
export async function migrate(options: { json?: boolean; dryRun?: boolean }): Promise<void> {
  const isJson = options.json === true
  let variable: string | undefined
  try {
    const config = await readConfig()
    variable = directVariable(config)
    const { databaseDirectUrl, redisUrl } = config
    if (options.dryRun === true) {
      printResult(
        { pending: await listPendingMigrations({ databaseUrl: databaseDirectUrl }) },
        isJson,
      )
      return
    }
    await checkUnpooled(config)
    const { applied } = await migrateDatabase({
      databaseUrl: databaseDirectUrl,
      onWaiting: (line) => console.error(line),
    })
    if (redisUrl === undefined) await migrateQueue({ databaseUrl: databaseDirectUrl })
    await addPartitions(databaseDirectUrl)
    printResult({ applied, queue: redisUrl === undefined ? 'postgresql' : 'redis' }, isJson)
  } catch (error) {
    printError(explainError(error, variable), isJson)
    process.exitCode = 1
  }
}

/** Migrations hold a lock of their session. A database that does not exist yet has no pooler. */
async function checkUnpooled(config: CliConfig): Promise<void> {
  try {
    await checkDirectConnection(config)
  } catch (error) {
    if ((error as { code?: unknown }).code !== INVALID_CATALOG_NAME) throw error
  }
}

const INVALID_CATALOG_NAME = '3D000'

async function addPartitions(url: string): Promise<void> {
  const database = openDatabase({ url, poolMax: 1 })
  try {
    await ensurePartitions(database)
  } finally {
    await database.close()
  }
}
