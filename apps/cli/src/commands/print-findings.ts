import { openDatabase } from '@throughline/db/connection/database'
import { readConfig } from '../config.js'
import { printError } from '../output.js'
import type { Finding } from './finding.js'
import type { CommandContext } from './run-command.js'

/** Prints one finding per line, and exits 1 if something is wrong. */
export async function printFindings(
  options: { json?: boolean },
  diagnose: (context: CommandContext) => Promise<Finding[]>,
): Promise<void> {
  const isJson = options.json === true
  try {
    const config = await readConfig()
    const database = openDatabase({
      url: config.databaseDirectUrl,
      connectTimeoutMs: 3_000,
      poolMax: 2,
    })
    const findings = await diagnose({ config, database }).finally(() => database.close())
    const isWell = findings.every(({ ok }) => ok)
    if (isJson) console.log(JSON.stringify({ ok: isWell, findings: findings.map(toJson) }))
    else
      for (const finding of findings)
        console.log(`${wordFor(finding)}  ${finding.check.padEnd(13)} ${finding.detail}`)
    process.exitCode = isWell ? 0 : 1
  } catch (error) {
    printError(error, isJson)
    process.exitCode = 1
  }
}

function wordFor({ ok, isWarning }: Finding): string {
  if (!ok) return 'FAIL'
  return isWarning === true ? 'warn' : 'ok  '
}

function toJson({ check, ok, isWarning, detail }: Finding) {
  return { check, ok, ...(isWarning === true ? { warning: true } : {}), detail }
}
