import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type pg from 'pg'

/** The machine and versions of a run, needed to interpret its figures. */
export interface Machine {
  processor: string
  cores: number
  memoryGib: number
  node: string
  commit: string
  isModified: boolean
  versions: Record<string, string>
  /** PostgreSQL's settings that cost throughput by default (docs/operations.md). Missing in older reports. */
  postgresSettings?: Record<string, string>
  startedAt: string
  loadAverage: number[]
}

export async function describeMachine(pool: pg.Pool): Promise<Machine> {
  const [first, ...others] = cpus()
  const { rows } = await pool.query<{ server_version: string }>('SHOW server_version')
  return {
    processor: first?.model ?? 'unknown',
    cores: 1 + others.length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    commit: git('rev-parse', '--short', 'HEAD'),
    isModified: git('status', '--porcelain', '--untracked-files=no') !== '',
    versions: {
      postgresql: rows[0]?.server_version ?? 'unknown',
      redis: redisVersion(),
      bullmq: await versionOf('bullmq'),
      undici: await versionOf('undici'),
    },
    postgresSettings: await readSettings(pool),
    startedAt: new Date().toISOString(),
    loadAverage: loadavg().map((value) => Math.round(value * 100) / 100),
  }
}

async function readSettings(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    'SELECT name, current_setting(name) AS value FROM pg_settings WHERE name = ANY($1) ORDER BY 1',
    [SETTINGS],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

const SETTINGS = [
  'shared_buffers',
  'wal_buffers',
  'max_wal_size',
  'min_wal_size',
  'checkpoint_timeout',
  'wal_init_zero',
]

function git(...args: string[]): string {
  return attempt('git', args)
}

function redisVersion(): string {
  return /v=(\S+)/.exec(attempt('redis-server', ['--version']))?.[1] ?? 'none'
}

function attempt(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}

/** From the package.json beside the main file or above it, which `exports` may hide. */
async function versionOf(name: string): Promise<string> {
  const main = createRequire(import.meta.url).resolve(name)
  const folder = main.slice(0, main.lastIndexOf(`node_modules/${name}/`))
  const text = await readFile(`${folder}node_modules/${name}/package.json`, 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
