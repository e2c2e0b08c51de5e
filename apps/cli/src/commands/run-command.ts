import { openDatabase, type Database } from '@throughline/db/client'
import { readConfig, type CliConfig } from '../config.js'
import { printError, printResult } from '../output.js'
import { explainError } from './explain-error.js'

export interface CommandContext {
  config: CliConfig
  database: Database
}

/**
 * Runs one command on the configured database: its result is printed, its error is one message, and the
 * exit code says which.
 */
export async function runCommand(
  options: { json?: boolean },
  work: (context: CommandContext) => Promise<Record<string, unknown>>,
): Promise<void> {
  const isJson = options.json === true
  let database: Database | undefined
  try {
    const config = await readConfig()
    database = openDatabase({ url: config.databaseDirectUrl, connectTimeoutMs: 5_000, poolMax: 2 })
    printResult(await work({ config, database }), isJson)
  } catch (error) {
    printError(explainError(error), isJson)
    process.exitCode = 1
  } finally {
    await database?.close()
  }
}
