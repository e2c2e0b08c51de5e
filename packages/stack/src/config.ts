import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { errorCode, errorText, StackError } from './errors.js'
import type { StartArguments } from './launch/arguments.js'
import { networkAddresses } from './launch/network-addresses.js'

/** The settings that `npm start` itself needs. The services validate everything else in `env`. */
export interface StackConfig {
  root: string
  home: string
  /** Null for the embedded PostgreSQL. */
  databaseUrl: string | null
  redisUrl: string | null
  port: number
  workerPort: number
  /** The port of the API's metrics; the worker uses the next port. Null disables both; 0 chooses free ports. */
  metricsPort: number | null
  /** This machine's address for phones (`--host`), or null. */
  host: string | null
  publicUrl: string
  linkBaseHost: string
  /** Null for the key ring in the data folder. */
  secretsKeys: string | null
  isProduction: boolean
  withSample: boolean
  deliveryTimeoutMs: number
  /** The environment for the services, without the file variables whose values are above. */
  env: Record<string, string>
}

/** Reads the options and the environment; an empty value counts as unset. @throws StackError listing all problems */
export async function readConfig(
  args: StartArguments,
  source: Record<string, string | undefined> = process.env,
): Promise<StackConfig> {
  const problems: string[] = []
  const config = readOwnPart(args, definedOnly(source), problems)
  checkTogether(config, problems)
  problems.push(...(await findServiceProblems(REPOSITORY, envToValidate(config))))
  if (problems.length === 0) return config
  throw new StackError(
    ['The environment is invalid:', ...problems.map((text) => `  ${text}`)].join('\n'),
  )
}

function readOwnPart(
  args: StartArguments,
  env: Record<string, string>,
  problems: string[],
): StackConfig {
  const port = readPort(env, { name: 'PORT', fallback: 3000 }, problems)
  const network = networkAddresses(args, { port, env })
  const config = {
    root: REPOSITORY,
    home: resolve(REPOSITORY, env['THROUGHLINE_HOME'] || '.throughline'),
    databaseUrl: takeSecret(env, 'DATABASE_URL', problems),
    redisUrl: takeSecret(env, 'REDIS_URL', problems),
    port,
    workerPort: readPort(env, { name: 'WORKER_PORT', fallback: 3001 }, problems),
    metricsPort: toNumber(env['METRICS_PORT']),
    host: network?.host ?? null,
    publicUrl:
      network?.publicUrl ?? (env['PUBLIC_URL'] || `http://localhost:${port}`).replace(/\/+$/, ''),
    linkBaseHost:
      network?.linkBaseHost ?? (env['LINK_BASE_HOST'] || `localhost:${port}`).toLowerCase(),
    secretsKeys: takeSecret(env, 'SECRETS_KEYS', problems),
    isProduction: env['NODE_ENV'] === 'production',
    withSample: args.sample,
    deliveryTimeoutMs: toNumber(env['DELIVERY_TIMEOUT_MS']) ?? 15_000,
  }
  const files = SECRETS.map((name) => `${name}_FILE`)
  return {
    ...config,
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !files.includes(name))),
  }
}

function checkTogether(config: StackConfig, problems: string[]): void {
  const { port, workerPort, metricsPort } = config
  const ports = [port, workerPort, ...(metricsPort ? [metricsPort, metricsPort + 1] : [])]
  if (new Set(ports).size < ports.length) {
    const more = metricsPort ? ', METRICS_PORT and the port after it' : ''
    problems.push(`PORT, WORKER_PORT${more}: must be different ports`)
  }
  if (metricsPort === 65_535)
    problems.push('METRICS_PORT: must be at most 65534, because the worker uses the next port')
  if (config.databaseUrl === null && config.env['DATABASE_DIRECT_URL']) {
    problems.push(
      'DATABASE_DIRECT_URL: is set without DATABASE_URL; set both, or neither for the embedded PostgreSQL',
    )
  }
  if (config.databaseUrl !== null && config.secretsKeys === null) {
    problems.push(
      'SECRETS_KEYS: is required with DATABASE_URL; generate it once and keep it: echo "k1:$(openssl rand -base64 32)"',
    )
  }
}

/** Returns the environment of the services, with valid placeholders for values that are created later. */
function envToValidate(config: StackConfig): Record<string, string> {
  return {
    ...config.env,
    DATABASE_URL: config.databaseUrl ?? 'postgresql://127.0.0.1/embedded',
    SECRETS_KEYS: config.secretsKeys ?? `k1:${Buffer.alloc(32).toString('base64')}`,
    ...(config.redisUrl === null ? {} : { REDIS_URL: config.redisUrl }),
    PORT: String(config.port),
    WORKER_PORT: String(config.workerPort),
  }
}

/** Validates the environment by the services' own readers before they start: one message lists each problem once. */
export async function findServiceProblems(
  root: string,
  env: Record<string, string>,
): Promise<string[]> {
  const problems = await Promise.all(['api', 'worker'].map((app) => askReader(root, app, env)))
  return [...new Set(problems.flat())]
}

async function askReader(
  root: string,
  app: string,
  env: Record<string, string>,
): Promise<string[]> {
  const file = pathToFileURL(join(root, 'apps', app, 'src', 'config.ts')).href
  // Loaded by file path: the stack does not import its services.
  const { readConfig: readService } = (await import(file)) as {
    readConfig: (source: object) => unknown
  }
  try {
    readService(env)
    return []
  } catch (error) {
    const lines = errorText(error).split('\n')
    // A heading, then a line for each variable.
    return (lines.length > 1 ? lines.slice(1) : lines).map((line) => line.trim())
  }
}

function definedOnly(source: Record<string, string | undefined>): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(source)) if (value !== undefined) env[name] = value
  return env
}

function takeSecret(env: Record<string, string>, name: string, problems: string[]): string | null {
  const path = env[`${name}_FILE`]
  if (env[name]) return env[name]
  if (!path) return null
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (text === '') problems.push(`${name}_FILE: ${path} is empty`)
    return text
  } catch (error) {
    problems.push(`${name}_FILE: ${path} can't be read (${errorCode(error) ?? errorText(error)})`)
    return null
  }
}

/** Reads a port that the launcher must know. It rejects 0, which means any free port. */
function readPort(
  env: Record<string, string>,
  rule: { name: string; fallback: number },
  problems: string[],
): number {
  const text = env[rule.name]
  if (!text) return rule.fallback
  const value = toNumber(text)
  if (value !== null && value > 0 && value <= 65_535) return value
  problems.push(`${rule.name}: must be a whole number from 1 to 65535`)
  return rule.fallback
}

/** Returns null if the text is missing or not a number. The services' own readers report which. */
function toNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null
}

const SECRETS = ['DATABASE_URL', 'SECRETS_KEYS', 'REDIS_URL']

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
