import { openDatabase, type Database } from '@throughline/db/connection/database'
import { directVariable } from '@throughline/db/connection/pooler-check'
import { readConfig, type CliConfig } from '../config.js'
import { printError, printResult } from '../output.js'
import { explainError } from './explain-error.js'

/** The option that every command has. */
export const JSON_OPTION = ['--json', 'print one line of JSON'] as const

export interface CommandContext {
  config: CliConfig
  database: Database
}

/** Runs a command, prints its result or error, and sets the exit code. `print` replaces the table of values. */
export async function runCommand<Result extends object>(
  options: { json?: boolean },
  work: (context: CommandContext) => Promise<Result>,
  print: (result: Result, isJson: boolean) => void = printResult,
): Promise<void> {
  const isJson = options.json === true
  let database: Database | undefined
  let variable: string | undefined
  try {
    const config = await readConfig()
    variable = directVariable(config)
    database = openDatabase({ url: config.databaseDirectUrl, connectTimeoutMs: 5_000, poolMax: 2 })
    print(await work({ config, database }), isJson)
  } catch (error) {
    printError(explainError(error, variable), isJson)
    process.exitCode = 1
  } finally {
    await database?.close()
  }
}
