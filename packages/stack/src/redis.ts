import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { errorText, StackError } from './errors.js'
import { freePort } from './ports.js'
import { isPidAlive, requirePid, signalProcess, waitForExit } from './processes.js'

export interface RedisOptions {
  dir: string
  port?: number
  /** Keeps data across a kill in an append-only file, flushed each second; off by default. */
  isPersistent?: boolean
}

export interface RedisServer {
  url: string
  port: number
  pid: number
  /** Sends SIGTERM and waits. `isKill` ends it immediately, like a crash. */
  stop(isKill?: boolean): Promise<void>
}

/** Starts `redis-server` on loopback with the policy `noeviction`, which BullMQ requires. Null if PATH has none. */
export async function startRedis(options: RedisOptions): Promise<RedisServer | null> {
  if (!hasRedisServer()) return null
  const port = options.port ?? (await freePort())
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: options.dir,
    save: '',
    appendonly: options.isPersistent ? 'yes' : 'no',
    'maxmemory-policy': 'noeviction',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn('redis-server', args, { stdio: 'ignore', detached: true })
  await once(child, 'spawn')
  child.unref()
  const pid = requirePid(child.pid, 'redis-server')
  await waitUntilAnswering(pid, port)
  return { url: `redis://127.0.0.1:${port}`, port, pid, stop: (isKill) => stopRedis(pid, isKill) }
}

/** Checks that a host of REDIS_URL accepts connections; services check what it is. @throws StackError if none does */
export async function assertRedisAnswers(url: string): Promise<void> {
  const [, kind, hosts = ''] = /^rediss?(\+\w+)?:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url) ?? []
  const nodes = hosts.split(',').map((host) => {
    const { hostname, port } = new URL(`redis://${host}`)
    return { hostname, port: Number(port || (kind === '+sentinel' ? 26_379 : 6_379)) }
  })
  try {
    await Promise.any(nodes.map(assertAccepts))
  } catch (error) {
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error
    const names = nodes.map(({ hostname, port }) => `${hostname}:${port}`).join(', ')
    throw new StackError(
      `REDIS_URL (${names}) can't be reached: ${errorText(first)}. ` +
        'Start that Redis or correct the address; without REDIS_URL the queue is kept in PostgreSQL.',
    )
  }
}

async function assertAccepts({ hostname, port }: { hostname: string; port: number }) {
  const socket = connect(port, hostname.replace(/^\[|\]$/g, ''))
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(5_000) })
  } finally {
    socket.destroy()
  }
}

export function hasRedisServer(): boolean {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0
}

async function stopRedis(pid: number, isKill = false): Promise<void> {
  if (!isKill) {
    signalProcess(pid, 'SIGTERM')
    if (await waitForExit(pid, STOP_TIMEOUT_MS)) return
  }
  signalProcess(pid, 'SIGKILL')
  await waitForExit(pid, STOP_TIMEOUT_MS)
}

async function waitUntilAnswering(pid: number, port: number): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (isPidAlive(pid) && Date.now() < deadline) {
    if (await ping(port)) return
    await sleep(20)
  }
  signalProcess(pid, 'SIGKILL')
  throw new StackError(`redis-server did not start on port ${port}.`)
}

/** An inline PING: `+PONG` when ready, `-LOADING` while it reads its file. */
function ping(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.setTimeout(1_000, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.once('data', (reply) => {
      resolve(reply.toString('latin1').startsWith('+PONG'))
      socket.destroy()
    })
    socket.once('close', () => resolve(false))
  })
}

const START_TIMEOUT_MS = 15_000
const STOP_TIMEOUT_MS = 10_000
