import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { StoredState } from './check-database.js'
import type { Verification } from './verifier.js'
import type { Off } from './without-skipped.js'

export interface CheckerSettings {
  clientLog: string
  receiverLog: string
  databaseUrl: string
  /** The endpoints at which each accepted install must arrive. */
  endpoints: string[]
  retryBaseMs: number
  recoveries: number[]
  offs: Off[]
}

/** The checker's findings. Visible failures, and skips while the webhook was paused, do not count as lost. */
export type Verdict = Verification &
  Omit<StoredState, 'skipped'> & {
    /** Expected deliveries that were correctly not sent. */
    skipped: number
    /** For each of the recoveries: how long until the next request arrived, or null. */
    recoveryMs: (number | null)[]
  }

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

export async function check(settings: CheckerSettings): Promise<Verdict> {
  const file = fileURLToPath(new URL('checker-process.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...process.execArgv, file, JSON.stringify(settings)],
    { maxBuffer: MAX_OUTPUT_BYTES },
  )
  return JSON.parse(stdout) as Verdict
}
