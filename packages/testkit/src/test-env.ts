import { newSeed } from './seeded-random.js'

export type TestEnv = {
  readonly databaseUrl: string
  /** Name of the migrated database that each test file clones. */
  readonly templateDatabase: string
  /** The folder with `ca.pem`, the authority of PostgreSQL's certificate, and `other-ca.pem`. */
  readonly certificatesFolder: string
  readonly redisUrl: string | null
  readonly buildsFolder: string
  /** The queue backend of this run of the suite. */
  readonly queueBackend: 'postgresql' | 'redis'
}

/** Reads the values from the global set-up of the tests. @throws Error that names a missing value */
export function testEnv(): TestEnv {
  const queueBackend = readQueueBackend()
  return {
    databaseUrl: required('THROUGHLINE_TEST_DATABASE_URL'),
    templateDatabase: required('THROUGHLINE_TEST_TEMPLATE'),
    certificatesFolder: required('THROUGHLINE_TEST_CERTIFICATES'),
    redisUrl:
      queueBackend === 'redis'
        ? required('THROUGHLINE_TEST_REDIS_URL')
        : optional('THROUGHLINE_TEST_REDIS_URL'),
    buildsFolder: required('THROUGHLINE_TEST_BUILDS'),
    queueBackend,
  }
}

/** The folder for screenshots of browser tests, from THROUGHLINE_PICTURES; otherwise null. */
export function picturesFolder(): string | null {
  return optional('THROUGHLINE_PICTURES')
}

/** The folder with `bin/postgres` of the version to test on, from TEST_POSTGRES_DIR; null for the npm package's. */
export function postgresProgramsDir(): string | null {
  return optional('TEST_POSTGRES_DIR')
}

/** The folder in which the tests' PostgreSQL logs every statement as JSON, from TEST_STATEMENT_LOG; otherwise null. */
export function statementLogFolder(): string | null {
  return optional('TEST_STATEMENT_LOG')
}

/** This process's environment with these variables over it, for a program that a test starts. */
export function envWith(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...variables }
}

export type FuzzEnv = {
  readonly requests: number
  readonly seed: number
}

/** The length and seed of the API fuzz test: FUZZ_REQUESTS and FUZZ_SEED. "new" uses a new seed each time. */
export function fuzzOptions(): FuzzEnv {
  const seed = optional('FUZZ_SEED') ?? '1'
  return {
    requests: Number(optional('FUZZ_REQUESTS') ?? '2000'),
    seed: seed === 'new' ? newSeed() : Number(seed),
  }
}

/** Whether tests generated from the route table run all cases (TEST_MATRIX=full). */
export function isFullMatrix(): boolean {
  return optional('TEST_MATRIX') === 'full'
}

/** Whether the tests of docs/scaling.md compare the simulation of every rate (TEST_SCALING=full). */
export function isScalingFull(): boolean {
  return optional('TEST_SCALING') === 'full'
}

/** Whether the API of a test reaches PostgreSQL through PgBouncer (TEST_POOLER=pgbouncer). */
export function isPoolerWanted(): boolean {
  return optional('TEST_POOLER') === 'pgbouncer'
}

/** Whether the tests of proxies restart processes under load, and run with each proxy (TEST_FRONTS=full). */
export function areFrontsFull(): boolean {
  return optional('TEST_FRONTS') === 'full'
}

/** The queue for the stories of the panel: TEST_STORIES_QUEUE, otherwise PostgreSQL. */
export function storiesQueue(): TestEnv['queueBackend'] {
  return optional('TEST_STORIES_QUEUE') === 'redis' ? 'redis' : 'postgresql'
}

function readQueueBackend(): TestEnv['queueBackend'] {
  const value: unknown = Reflect.get(globalThis, 'QUEUE_BACKEND')
  if (value === 'postgresql' || value === 'redis') return value
  throw new Error(
    `the jest global QUEUE_BACKEND is ${JSON.stringify(value)}: integration tests run in the ` +
      'projects integration, postgresql-queue, redis-queue and system',
  )
}

function required(name: string): string {
  const value = optional(name)
  if (value !== null) return value
  throw new Error(`${name} is not set: run the tests by "npm test", which starts what they need`)
}

function optional(name: string): string | null {
  const value = process.env[name]
  return value === undefined || value === '' ? null : value
}
