import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isPidAlive, signalProcess } from '@throughline/stack/processes'
import { freePort } from '@throughline/stack/ports'
import type { CertificateAndKey } from './certificates.js'
import { waitFor } from './wait-for.js'

/** How clients and servers prove who they are. By default all are trusted, without TLS. */
export interface RedisSecurity {
  /** A certificate for 127.0.0.1 as server and client, and its authority. */
  tls?: CertificateAndKey & { caPem: string }
  /** The only user, with a password. */
  login?: { username: string; password: string }
}

export interface RedisNode {
  readonly port: number
  readonly kill: () => Promise<void>
  /** Starts it after a kill, with its files. */
  readonly start: () => Promise<void>
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void
  /** Runs a command by redis-cli. @throws Error when the node does not respond within 2 s */
  readonly run: (...command: string[]) => Promise<string>
}

/** Servers that replace a primary that fails. */
export interface RedisGroup {
  /** REDIS_URL */
  readonly url: string
  readonly nodes: readonly RedisNode[]
  /** The node that has the queue now. */
  readonly primary: () => Promise<RedisNode>
  /** Waits until each primary has a replica that has its data. */
  readonly untilReplicated: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Whether what these servers need is on PATH: Debian's packages `redis-server`, `redis-sentinel` and `redis-tools`. */
export function hasRedisTools(): boolean {
  return ['redis-server', 'redis-sentinel', 'redis-cli'].every(
    (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0,
  )
}

/** Deletes all keys. Replicas refuse the command, and follow their primaries. */
export async function wipeNodes(nodes: readonly RedisNode[]): Promise<void> {
  const isEmpty = async (node: RedisNode) => {
    await node.run('FLUSHALL')
    return (await node.run('DBSIZE')) === '0'
  }
  await waitFor(async () => (await Promise.all(nodes.map(isEmpty))).every(Boolean), {
    what: 'all nodes of Redis to be empty',
  })
}

export interface RedisNodeOptions extends RedisSecurity {
  /** A new folder for its files. */
  dir: string
  settings?: Record<string, string>
  /** Lines of the configuration file. */
  lines?: string[]
  isSentinel?: boolean
}

export async function startRedisNode(options: RedisNodeOptions): Promise<RedisNode> {
  const { dir, lines = [], isSentinel = false } = options
  await mkdir(dir, { recursive: true })
  const port = await freePort()
  const file = join(dir, 'redis.conf')
  const settings = { ...(await usualSettings(port, options)), ...options.settings }
  const text = [...Object.entries(settings).map(([name, value]) => `${name} ${value}`), ...lines]
  await writeFile(file, `${text.join('\n')}\n`)
  const cli = [...cliArguments(options), '-p', String(port)]
  const run = async (...command: string[]) => {
    const { stdout } = await promisify(execFile)('redis-cli', [...cli, ...command], {
      timeout: 2_000,
    })
    return stdout.trim()
  }
  let pid = 0
  const start = async () => {
    const args = [file, ...(isSentinel ? ['--sentinel'] : [])]
    const child = spawn('redis-server', args, { stdio: 'ignore' })
    await once(child, 'spawn')
    pid = child.pid ?? 0
    const isUp = async () => (await run('PING')) === 'PONG'
    await waitFor(isUp, { what: `redis-server in ${dir}`, timeoutMs: 60_000, everyMs: 10 })
  }
  await start()
  return {
    port,
    start,
    run,
    kill: async () => {
      signalProcess(pid, 'SIGKILL')
      await waitFor(() => !isPidAlive(pid), { what: 'redis-server to end', everyMs: 5 })
    },
    signal: (signal) => signalProcess(pid, signal),
  }
}

async function usualSettings(
  port: number,
  { dir, tls, login, isSentinel }: RedisNodeOptions,
): Promise<Record<string, string>> {
  const common = { bind: '127.0.0.1', dir, logfile: join(dir, 'log') }
  const ports = tls === undefined ? { port: String(port) } : await tlsSettings(port, dir, tls)
  if (isSentinel === true) return { ...common, ...ports }
  return {
    ...common,
    ...ports,
    save: '""',
    'repl-diskless-sync-delay': '0',
    ...(login && {
      user: `${login.username} on >${login.password} ~* &* +@all\nuser default off`,
      masteruser: login.username,
      masterauth: login.password,
    }),
  }
}

async function tlsSettings(
  port: number,
  dir: string,
  { certPem, keyPem, caPem }: CertificateAndKey & { caPem: string },
): Promise<Record<string, string>> {
  const files = { 'tls-cert-file': certPem, 'tls-key-file': keyPem, 'tls-ca-cert-file': caPem }
  const paths: Record<string, string> = {}
  for (const [name, pem] of Object.entries(files)) {
    paths[name] = join(dir, `${name}.pem`)
    await writeFile(paths[name], pem)
  }
  const own = { port: '0', 'tls-port': String(port), 'tls-auth-clients': 'no' }
  return { ...own, 'tls-replication': 'yes', ...paths }
}

/** Of redis-cli, for any of the servers. */
export function cliArguments({ dir, tls, login }: RedisNodeOptions): string[] {
  return [
    ...(tls === undefined ? [] : ['--tls', '--cacert', join(dir, 'tls-ca-cert-file.pem')]),
    ...(login === undefined
      ? []
      : ['--user', login.username, '--pass', login.password, '--no-auth-warning']),
  ]
}

/** The start of REDIS_URL of any form, up to the hosts. */
export function redisUrlOf(
  form: '' | '+cluster' | '+sentinel',
  { tls, login }: RedisSecurity,
  nodes: readonly { port: number }[],
): string {
  const scheme = `redis${tls === undefined ? '' : 's'}${form}`
  const user = login === undefined ? '' : `${login.username}:${login.password}@`
  return `${scheme}://${user}${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`
}
