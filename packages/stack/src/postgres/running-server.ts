import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { StackError } from '../errors.js'
import { readTextIfPresent } from '../private-file.js'
import { isPidAlive, readCommandLine } from '../processes.js'
import type { ServerFiles } from './server-process.js'
import { stopServer } from './stop-server.js'
import { waitForConnection } from './wait-for-connection.js'

/**
 * Adopts a server whose owner was killed. Stops it if it rejects the password of the data folder or uses another port.
 * Returns null if none is adopted.
 */
export async function adoptRunningServer(
  files: ServerFiles,
  wantedPort: number | undefined,
): Promise<{ pid: number; port: number } | null> {
  const pidFile = join(files.dataDir, 'postmaster.pid')
  const lines = (await readTextIfPresent(pidFile))?.split('\n').map((line) => line.trim())
  if (lines === undefined) return null
  // Line 1 is the process, line 4 the port.
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!Number.isInteger(pid) || pid <= 0 || !isPidAlive(pid)) return null
  if (!isServerOf(pid, files.dataDir)) {
    // Another program now has this process number, e.g. after a reboot. PostgreSQL would refuse to start.
    await rm(pidFile, { force: true })
    return null
  }
  const isWanted = port > 0 && (wantedPort === undefined || wantedPort === port)
  if (isWanted && (await waitForConnection({ ...files, pid, port }, ADOPT_TIMEOUT_MS))) {
    return { pid, port }
  }
  if (!(await stopServer(pid, 'fast'))) {
    throw new StackError(
      `A PostgreSQL server (process ${pid}) still uses ${files.dataDir}. It does not respond and could not be stopped. End it: kill -9 ${pid}`,
    )
  }
  return null
}

function isServerOf(pid: number, dataDir: string): boolean {
  return `${readCommandLine(pid).trim()} `.includes(`-D ${dataDir} `)
}

const ADOPT_TIMEOUT_MS = 10_000
