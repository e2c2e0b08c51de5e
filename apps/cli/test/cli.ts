import { expect, jest } from '@jest/globals'
import { builtApp } from '@throughline/testkit/built-app'
import { runNode } from '@throughline/testkit/node-program'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { testEnv } from '@throughline/testkit/test-env'
import pg from 'pg'
import { program } from '../src/program.js'

export const KEY_RING = `k1:${Buffer.alloc(32, 7).toString('base64')}`

type Env = Record<string, string>

export interface Run {
  code: number | string
  stdout: string
  stderr: string
}

/** The command line with a separate database. */
export interface TestCli {
  database: TestDatabase
  /** Runs a command in this process, which takes a tenth of the CPU time of a program; on the test's database by default. */
  run(args: readonly string[], env?: Env): Promise<Run>
  /** Runs it as a separate program. */
  runProgram(args: readonly string[], env?: Env): Promise<Run>
  /** Runs it with --json and returns the printed line. */
  json(
    args: readonly string[],
    env?: Env,
  ): Promise<{ code: number | string; printed: Record<string, unknown> }>
  /** Expects exit code 1, no standard output, and this line (or a match of the pattern) on standard error. */
  expectFailure(args: readonly string[], message: string | RegExp, env?: Env): Promise<void>
  query(sql: string, values?: unknown[]): Promise<unknown[]>
  /** Listens on a channel of the database. Returns a promise of the first notification. */
  listen(channel: string): Promise<{ firstWord: Promise<string> }>
  /** The test's DATABASE_URL with one part replaced. */
  withPart(part: 'password' | 'pathname', value: string): string
  close(): Promise<void>
}

export async function startCli(): Promise<TestCli> {
  const database = await createTestDatabase()
  const { queueBackend, redisUrl } = testEnv()
  const variables = {
    DATABASE_URL: database.url,
    SECRETS_KEYS: KEY_RING,
    THROUGHLINE_HOME: '/nowhere',
    PUBLIC_URL: 'https://go.acme.com',
    LINK_BASE_HOST: 'links.example:8443',
    ...(queueBackend === 'redis' ? { REDIS_URL: redisUrl ?? '' } : {}),
  }
  const run: TestCli['run'] = (args, env = {}) => runHere(args, { ...variables, ...env })
  return {
    database,
    run,
    runProgram: async (args, env = {}) =>
      runNode([await builtApp('cli'), ...args], { ...variables, ...env }),
    json: async (args, env) => {
      const { code, stdout, stderr } = await run([...args, '--json'], env)
      expect(stderr).toBe('')
      expect(stdout.trim().split('\n')).toHaveLength(1)
      return { code, printed: JSON.parse(stdout) as Record<string, unknown> }
    },
    expectFailure: async (args, message, env) => {
      const stderr: unknown =
        typeof message === 'string' ? `error: ${message}\n` : expect.stringMatching(message)
      expect(await run(args, env)).toEqual({ code: 1, stdout: '', stderr })
    },
    query: (sql, values = []) => query(database.url, sql, values),
    listen: async (channel) => {
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      await client.query(`LISTEN ${channel}`)
      const firstWord = new Promise<string>((resolve) =>
        client.once('notification', ({ payload }) => resolve(payload ?? '')),
      )
      return { firstWord: firstWord.finally(() => client.end()) }
    },
    withPart: (part, value) => {
      const url = new URL(database.url)
      url[part] = value
      return url.href
    },
    close: () => database.drop(),
  }
}

/** Ends when all commands before have ended: each has the environment and the console of this process to itself. */
let lastRun: Promise<unknown> = Promise.resolve()

export function runHere(args: readonly string[], env: Env): Promise<Run> {
  const run = lastRun.then(() => runNow(args, env))
  lastRun = run.catch(() => undefined)
  return run
}

async function runNow(args: readonly string[], env: Env): Promise<Run> {
  const printed = { stdout: '', stderr: '' }
  const spies = (['log', 'error'] as const).map((method) =>
    jest.spyOn(console, method).mockImplementation((line = '') => {
      printed[method === 'log' ? 'stdout' : 'stderr'] += `${String(line)}\n`
    }),
  )
  const environment = jest.replaceProperty(process, 'env', env)
  process.exitCode = 0
  try {
    await program.parseAsync(args, { from: 'user' })
    return { code: process.exitCode, ...printed }
  } finally {
    process.exitCode = 0
    environment.restore()
    for (const spy of spies) spy.mockRestore()
  }
}

async function query(url: string, sql: string, values: unknown[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows
  } finally {
    await client.end()
  }
}
