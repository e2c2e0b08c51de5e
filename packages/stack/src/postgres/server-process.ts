import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, open, rename, stat, type FileHandle } from 'node:fs/promises'

import { errorText, StackError } from '../errors.js'
import { requirePid } from '../processes.js'
import { SERVER_ENV } from './data-folder.js'
import type { ServerUser } from './server-user.js'
import { stopServer } from './stop-server.js'
import { waitForConnection } from './wait-for-connection.js'

export interface ServerFiles {
  dataDir: string
  logFile: string
  user: ServerUser | null
  password: string
}

export interface ServerCommand {
  binary: string
  port: number
  flags: string[]
}

export class PortTakenError extends StackError {}

/** Starts the server in a separate session; returns its process number once it accepts connections. */
export async function launchServer(files: ServerFiles, command: ServerCommand): Promise<number> {
  const log = await openLog(files.logFile)
  try {
    const logStart = (await log.stat()).size
    const pid = await spawnServer(files, command, log)
    const server = { ...files, pid, port: command.port }
    if (await waitForConnection(server, START_TIMEOUT_MS)) return pid
    await stopServer(pid, 'fast')
    throw describeFailure(files, command, await readFrom(files.logFile, logStart))
  } finally {
    await log.close()
  }
}

async function spawnServer(
  files: ServerFiles,
  command: ServerCommand,
  log: FileHandle,
): Promise<number> {
  const { dataDir, user } = files
  const settings = [...BASE_SETTINGS, `port=${command.port}`, ...command.flags]
  await giveTo(user, dataDir)
  const child = spawn(command.binary, ['-D', dataDir, ...settings.flatMap((it) => ['-c', it])], {
    cwd: dataDir,
    env: SERVER_ENV,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
  })
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw new StackError(`Could not run PostgreSQL (${command.binary}): ${errorText(error)}`)
  }
  child.unref()
  return requirePid(child.pid, 'PostgreSQL')
}

/** A folder that root copied or restored belongs to root, but the server must own it. */
async function giveTo(user: ServerUser | null, dataDir: string): Promise<void> {
  if (user === null || (await stat(dataDir)).uid === user.uid) return
  await chown(dataDir, user.uid, user.gid)
}

async function openLog(path: string): Promise<FileHandle> {
  const size = await stat(path).then(
    (it) => it.size,
    () => 0,
  )
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.1`)
  return open(path, 'a', 0o600)
}

async function readFrom(path: string, start: number): Promise<string> {
  const file = await open(path, 'r')
  try {
    const size = (await file.stat()).size - start
    const { buffer } = await file.read(Buffer.alloc(Math.max(size, 0)), 0, size, start)
    return buffer.toString('utf8')
  } finally {
    await file.close()
  }
}

function describeFailure(files: ServerFiles, command: ServerCommand, log: string): StackError {
  if (/could not bind .*Address already in use/.test(log)) {
    return new PortTakenError(`Port ${command.port} for the embedded PostgreSQL is in use.`)
  }
  const messages = log.split('\n').filter((line) => /(FATAL|PANIC|HINT|DETAIL):/.test(line))
  const lines = (messages.length > 0 ? messages : log.trim().split('\n')).slice(-4).join('\n  ')
  return new StackError(
    `PostgreSQL did not start on ${files.dataDir}:\n  ${lines}\n` +
      `For the full log, see ${files.logFile}. If the data folder is damaged, restore it from a backup, or move it away to start with an empty database.`,
  )
}

/** Recovery after a crash reads the log of changes since the last checkpoint, which may take a while. */
const START_TIMEOUT_MS = 120_000
const MAX_LOG_BYTES = 10_000_000
/** No Unix socket: its path may be at most some 100 bytes long, and TCP on loopback is enough. */
const BASE_SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'timezone=UTC',
  'log_timezone=UTC',
]
