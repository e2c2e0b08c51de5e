import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { StackError } from '../errors.js'
import { readTextIfPresent } from '../private-file.js'
import { isPidAlive, readCommandLine } from '../processes.js'
import type { ServerFiles } from './server-process.js'
import { stopServer } from './stop-server.js'
import { waitForConnection } from './wait-for-connection.js'

/**
 * Looks for a server that still runs on the data folder: its owner was killed and could not stop it.
 * One that accepts our password on the wanted port is taken over; any other is stopped.
 * @returns the server taken over, or null when the folder is free for a new one
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
    // The number was given to another program, e.g. after a reboot; PostgreSQL would refuse to start.
    await rm(pidFile, { force: true })
    return null
  }
  const isWanted = port > 0 && (wantedPort === undefined || wantedPort === port)
  if (isWanted && (await waitForConnection({ ...files, pid, port }, ADOPT_TIMEOUT_MS))) {
    return { pid, port }
  }
  if (!(await stopServer(pid, 'fast'))) {
    throw new StackError(
      `A PostgreSQL (process ${pid}) still runs on ${files.dataDir}, does not answer and can't be stopped. End it: kill -9 ${pid}`,
    )
  }
  return null
}

function isServerOf(pid: number, dataDir: string): boolean {
  return `${readCommandLine(pid).trim()} `.includes(`-D ${dataDir} `)
}

const ADOPT_TIMEOUT_MS = 10_000
