import { spawn, type ChildProcess } from 'node:child_process'
import { dirname } from 'node:path'
import { freePort } from '@throughline/stack/ports'
import type { QueueBackend } from '@throughline/queue/backend'
import { waitFor } from '@throughline/testkit/wait-for'
import { stopProcess } from './child.js'

export interface WorkerSettings {
  databaseUrl: string
  backend: QueueBackend
  keys: string
  /** The worker's bundle. */
  workerMain: string
  concurrency: number
  /** DELIVERY_MAX_PER_WEBHOOK; the product's own default unless told. */
  maxPerWebhook?: number
  /** Write a CPU profile of the whole run into this folder. */
  profileDir?: string | undefined
}

export interface WorkerProcess {
  pid: number
  stop(): Promise<void>
}

const READY_LIMIT_MS = 30_000
/** As in the worker's image. */
const WORKER_FLAGS = ['--enable-source-maps', '--max-semi-space-size=32']

/** The product's worker as it is shipped, in a process of its own, ready to take jobs. */
export async function startWorkerProcess(settings: WorkerSettings): Promise<WorkerProcess> {
  const port = await freePort()
  const profile =
    settings.profileDir === undefined
      ? []
      : ['--cpu-prof', '--cpu-prof-interval', '500', '--cpu-prof-dir', settings.profileDir]
  const child = spawn(process.execPath, [...WORKER_FLAGS, ...profile, settings.workerMain], {
    env: workerEnv(settings, port),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await waitUntilReady(child, port)
  if (child.exitCode !== null) throw new Error(`the worker ended (${child.exitCode})`)
  return { pid: child.pid ?? 0, stop: () => stopProcess(child) }
}

function workerEnv(settings: WorkerSettings, port: number): Record<string, string> {
  const { backend, databaseUrl, concurrency, maxPerWebhook } = settings
  return {
    PATH: dirname(process.execPath),
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: databaseUrl,
    ...(backend.kind === 'redis' ? { REDIS_URL: backend.url } : {}),
    SECRETS_KEYS: settings.keys,
    WORKER_PORT: String(port),
    LOG_LEVEL: 'warn',
    // The receivers are plain HTTP on loopback.
    DELIVERY_ALLOW_NETS: '127.0.0.0/8',
    DELIVERY_ALLOW_HTTP: 'true',
    DELIVERY_CONCURRENCY: String(concurrency),
    ...(maxPerWebhook === undefined ? {} : { DELIVERY_MAX_PER_WEBHOOK: String(maxPerWebhook) }),
  }
}

function waitUntilReady(child: ChildProcess, port: number): Promise<boolean> {
  const isOver = async () => {
    if (child.exitCode !== null) return true
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
    return answer.ok
  }
  return waitFor(isOver, { what: 'the worker to be ready', timeoutMs: READY_LIMIT_MS })
}
