import { openSealedRoot } from '@throughline/core/security/root-secret'
import { HOSTING_RANGES } from '@throughline/core/net/hosting-networks'
import { parseKeyRing } from '@throughline/core/security/key-ring'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import {
  checkDirectConnection,
  checkSameDatabase,
  directVariable,
  PoolerError,
} from '@throughline/db/connection/pooler-check'
import { findSealedRoot } from '@throughline/db/connection/root-secret'
import { assertSupported, type ServerVersion } from '@throughline/db/connection/server-version'
import { listPendingMigrations } from '@throughline/db/migrations/migrate'
import { countPartitionsAhead } from '@throughline/db/retention/partitions'
import { summarizeDue } from '@throughline/db/deliveries/read-due'
import { listSharedRangeLists } from '@throughline/db/attribution/shared-range-lists'
import { chooseBackend } from '@throughline/queue/backend'
import { checkBackend } from '@throughline/queue/check-backend'
import got from 'got'
import { unreachable } from '../ask-api.js'
import { readSecretsKeys } from '../secrets-keys.js'
import { adviseSettings, WORTHWHILE, type ServerSetting } from './advise-settings.js'
import { checkAssociation } from './check-association.js'
import { checkDomains } from './check-domains.js'
import { explainError } from './explain-error.js'
import { explainRedisError } from './explain-redis-error.js'
import type { Finding } from './finding.js'
import type { CliConfig } from '../config.js'
import type { CommandContext } from './run-command.js'
import { sdkScope } from '@throughline/contracts/scopes'
import { maySignIn } from '@throughline/core/security/may-sign-in'
import { listPrefixes, type ProjectFilter } from '@throughline/db/projects/projects'

/** Checks everything that a running installation needs and says how to fix problems. */
export async function diagnose(context: CommandContext): Promise<Finding[]> {
  const { config, database } = context
  // The other checks use the direct URL.
  const pooled = openDatabase({ ...POOLED, url: config.databaseUrl })
  const checks: Check[] = [
    ['database', () => checkDatabase(pooled)],
    ['direct connection', () => checkDirect(pooled, config)],
    ['durability', () => checkDurability(context)],
    ['database settings', () => checkSettings(context)],
    ['migrations', () => checkMigrations(config.databaseDirectUrl)],
    ['partitions', async () => aheadOrThrow(await countPartitionsAhead(database.prisma))],
    ['key ring', () => checkKeyRing(context)],
    ['queue', () => checkQueue(config)],
    ['deliveries', () => checkDue(context)],
    ['shared ranges', () => describeSharedRanges(context)],
    ['app files', () => checkAssociation(context)],
    ['domains', () => checkDomains(context)],
    ['project keys', () => checkProjectKeys(context)],
    ['sign-in', () => Promise.resolve(checkSignIn(config))],
    ['api', () => checkReady(config.publicUrl)],
    ['worker', () => checkReady(config.workerUrl)],
  ]
  const findings: Finding[] = []
  try {
    for (const [check, run] of checks) {
      const variable = check === 'database' ? 'DATABASE_URL' : directVariable(config)
      findings.push(...(await find([check, run], variable)))
    }
    return findings
  } finally {
    await pooled.close()
  }
}

const POOLED = { isPooled: true, connectTimeoutMs: 3_000, poolMax: 1 } as const

type Check = [name: string, run: () => Promise<string | Finding[]>]

/** A check returns a short text if all is well, or its own findings. @param variable of the URL that it uses */
async function find([check, run]: Check, variable: string): Promise<Finding[]> {
  try {
    const seen = await run()
    return typeof seen === 'string' ? [{ check, ok: true, detail: seen }] : seen
  } catch (error) {
    const explained = explainError(error, variable)
    const detail = explained instanceof Error ? lastLine(explained.message) : String(explained)
    return [{ check, ok: false, detail }]
  }
}

/** Prisma's message starts with the invocation and ends with the problem. */
function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? text
}

/** Tolerated difference between the database's clock, which alone times retries, and this one. */
const CLOCK_TOLERANCE_MS = 5_000

async function checkDatabase({ prisma }: Database): Promise<string> {
  const [row] = await prisma.$queryRaw<(ServerVersion & { now: Date })[]>`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::integer AS number,
           clock_timestamp() AS now`
  if (row === undefined) throw new Error('the database returned no row')
  assertSupported(row)
  const skewMs = Math.abs(row.now.getTime() - Date.now())
  if (skewMs > CLOCK_TOLERANCE_MS)
    throw new Error(
      `its clock differs from this machine's by ${Math.round(skewMs / 1000)} s; synchronize both by NTP`,
    )
  return `PostgreSQL ${row.version}`
}

async function checkDirect(pooled: Database, config: CliConfig): Promise<string> {
  await checkDirectConnection(config)
  await checkSameDatabase(pooled, config).catch((error: unknown) => {
    // The check `database` reports other errors.
    if (error instanceof PoolerError) throw error
  })
  return 'keeps its session'
}

async function checkMigrations(databaseUrl: string): Promise<string> {
  const pending = await listPendingMigrations({ databaseUrl })
  if (pending.length > 0)
    throw new Error(`${pending.length} not applied; run: npm run -s cli -- migrate`)
  return 'all applied'
}

function aheadOrThrow(ahead: number): string {
  if (ahead < 1) throw new Error('none exists for next month; run: npm run -s cli -- migrate')
  return `${ahead} months ahead`
}

async function checkKeyRing({ config, database }: CommandContext): Promise<string> {
  const ring = parseKeyRing(await readSecretsKeys(config))
  const sealed = await findSealedRoot(database.prisma)
  if (sealed === null) return 'nothing sealed yet'
  openSealedRoot(ring, sealed)
  return 'decrypts the stored secrets'
}

async function checkQueue(config: CliConfig): Promise<string> {
  const backend = chooseBackend(config)
  try {
    return await checkBackend(backend)
  } catch (error) {
    throw backend.kind === 'redis' ? await explainRedisError(backend.url, error) : error
  }
}

async function checkDue({ database }: CommandContext): Promise<string> {
  const { due, oldestFreeSeconds } = await summarizeDue(database.prisma)
  if (oldestFreeSeconds > 60)
    throw new Error(
      `${due} due, the oldest for ${Math.round(oldestFreeSeconds)} s; is a worker running?`,
    )
  return `${due} due`
}

async function describeSharedRanges({ database }: CommandContext): Promise<string> {
  const lists = await listSharedRangeLists(database.prisma)
  const imported = lists.map(
    ({ name, rangeCount, importedAt }) =>
      `${rangeCount} of list ${name}, imported ${importedAt.toISOString().slice(0, 10)}`,
  )
  return [
    `${HOSTING_RANGES.count} of hosting networks, as of ${HOSTING_RANGES.date}`,
    ...(imported.length > 0 ? imported : ['none imported']),
  ].join('; ')
}

async function checkReady(url: string): Promise<string> {
  const response = await got(`${url}/readyz`, {
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: 3_000 },
  }).catch((error: unknown) => {
    throw unreachable(url, error)
  })
  if (response.statusCode !== 200) throw new Error(`${url} is not ready: ${response.body}`)
  return `${url} is ready`
}

/** The consequence of each setting that is off, and how to turn it on. */
const ADVICE: Readonly<Record<string, string>> = {
  fsync: 'a crash may destroy the database; set it on in postgresql.conf',
  full_page_writes: 'a crash may leave torn pages; set it on in postgresql.conf',
  synchronous_commit:
    'a crash may lose committed data; set it on for the server, the database and the role',
}

/** Reads the initial value of `synchronous_commit`, because this connection may have set it. */
async function checkDurability({ database }: Pick<CommandContext, 'database'>): Promise<string> {
  const rows = await database.prisma.$queryRaw<{ name: string }[]>`
    SELECT name FROM pg_settings
     WHERE name = ANY (${Object.keys(ADVICE)}::text[]) AND reset_val = 'off' ORDER BY name`
  if (rows.length === 0) return 'commits are durable'
  throw new Error(rows.map(({ name }) => `${name} is off: ${ADVICE[name] ?? ''}`).join('; '))
}

/** Warns about low settings. `npm start` chooses values for the machine and passes them on the command line. */
async function checkSettings({ config, database }: CommandContext): Promise<string | Finding[]> {
  const settings = await database.prisma.$queryRaw<ServerSetting[]>`
    SELECT name, current_setting(name) AS shown,
           CASE WHEN vartype = 'bool' THEN (setting = 'on')::integer::float8
                ELSE setting::float8 * CASE unit WHEN '8kB' THEN 8192 WHEN 'MB' THEN 1048576 ELSE 1 END END AS amount,
           source = 'command line' AS "isOnCommandLine"
      FROM pg_settings
     WHERE name = ANY (${WORTHWHILE.map(({ name }) => name)}::text[])`
  const chosen = settings.filter((one) => !(config.isStackServer && one.isOnCommandLine))
  const advice = adviseSettings(chosen)
  if (advice.length === 0) return 'sized for clicks and deliveries'
  const detail = `${advice.join('; ')} where memory and disk allow (docs/operations.md, "PostgreSQL's settings")`
  return [{ check: 'database settings', ok: true, isWarning: true, detail }]
}

/** Links and webhooks work without it, so it is a warning. */
function checkSignIn({ publicUrl, isProduction }: CliConfig): string | Finding[] {
  if (maySignIn({ publicUrl, isProduction })) return 'possible'
  const detail = `nobody can sign in to the panel at ${publicUrl}: in production that needs https; set PUBLIC_URL to the https address`
  return [{ check: 'sign-in', ok: true, isWarning: true, detail }]
}

const KEYS_CHECK = 'project keys'
const MAX_NAMED = 10

const PERMISSIVE_KEYS: readonly { filter: ProjectFilter; advice: string }[] = [
  {
    filter: { hasScopes: sdkScope.options, isBoundToHosts: false },
    advice:
      'the key alone may do everything and create links to any host; turn off unused sdk_scopes and set allowed_destinations',
  },
  {
    filter: { hasScopes: ['campaigns:write'], sdkWrites: 'all' },
    advice: 'the key alone may change every campaign; set sdk_writes to own',
  },
]

/** Warns about projects whose public key has more permissions than most apps need (docs/project-keys.md). */
async function checkProjectKeys({
  database,
}: Pick<CommandContext, 'database'>): Promise<string | Finding[]> {
  const findings: Finding[] = []
  for (const { filter, advice } of PERMISSIVE_KEYS) {
    const { prefixes, count } = await listPrefixes(database.prisma, filter, MAX_NAMED)
    if (count === 0) continue
    const more = count > prefixes.length ? ` and ${count - prefixes.length} more` : ''
    const detail = `${prefixes.join(', ')}${more}: ${advice} (docs/project-keys.md)`
    findings.push({ check: KEYS_CHECK, ok: true, isWarning: true, detail })
  }
  return findings.length === 0 ? 'narrowed' : findings
}
