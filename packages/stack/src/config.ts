import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { errorText, StackError } from './errors.js'

/** What `npm start` needs to know; everything else in `env` is for the services to judge. */
export interface StackConfig {
  /** The repository. */
  root: string
  home: string
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  redisUrl: string | null
  port: number
  workerPort: number
  publicUrl: string
  linkBaseHost: string
  /** Null: the ring in the data folder. */
  secretsKeys: string | null
  isProduction: boolean
  deliveryTimeoutMs: number
  /** The environment that is handed on to the services. */
  env: Record<string, string>
}

/**
 * Reads the environment (contract §8). An empty value counts as unset.
 * @throws StackError that lists all that is wrong
 */
export function readConfig(source: Record<string, string | undefined> = process.env): StackConfig {
  const env = definedOnly(source)
  const problems: string[] = []
  const port = readNumber(env, { name: 'PORT', fallback: 3000, max: 65_535 }, problems)
  const config = {
    root: REPOSITORY,
    home: resolve(REPOSITORY, env['THROUGHLINE_HOME'] || '.throughline'),
    databaseUrl: takeSecret(env, 'DATABASE_URL', problems),
    redisUrl: takeSecret(env, 'REDIS_URL', problems),
    port,
    workerPort: readNumber(env, { name: 'WORKER_PORT', fallback: 3001, max: 65_535 }, problems),
    publicUrl: (env['PUBLIC_URL'] || `http://localhost:${port}`).replace(/\/+$/, ''),
    linkBaseHost: env['LINK_BASE_HOST'] || `localhost:${port}`,
    secretsKeys: takeSecret(env, 'SECRETS_KEYS', problems),
    isProduction: env['NODE_ENV'] === 'production',
    deliveryTimeoutMs: readNumber(
      env,
      { name: 'DELIVERY_TIMEOUT_MS', fallback: 15_000, max: 3_600_000 },
      problems,
    ),
    env,
  }
  if (config.port === config.workerPort) problems.push('PORT and WORKER_PORT are the same.')
  if (config.databaseUrl !== null && config.secretsKeys === null) {
    problems.push(
      'SECRETS_KEYS is required with DATABASE_URL. Make it once and keep it: echo "k1:$(openssl rand -base64 32)"',
    )
  }
  if (problems.length > 0) throw new StackError(problems.join('\n'))
  return config
}

function definedOnly(source: Record<string, string | undefined>): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(source)) if (value !== undefined) env[name] = value
  return env
}

/** A secret may come by its value or, with `_FILE`, by the path of a file that holds it. */
function takeSecret(env: Record<string, string>, name: string, problems: string[]): string | null {
  const path = env[`${name}_FILE`]
  if (env[name]) return env[name]
  if (!path) return null
  try {
    return readFileSync(path, 'utf8').trim() || null
  } catch (error) {
    problems.push(`${name}_FILE=${path} can't be read: ${errorText(error)}`)
    return null
  }
}

function readNumber(
  env: Record<string, string>,
  rule: { name: string; fallback: number; max: number },
  problems: string[],
): number {
  const text = env[rule.name]
  if (!text) return rule.fallback
  const value = Number(text)
  if (Number.isInteger(value) && value > 0 && value <= rule.max) return value
  problems.push(`${rule.name} must be a whole number from 1 to ${rule.max}, not "${text}".`)
  return rule.fallback
}

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
