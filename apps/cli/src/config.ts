import { resolve } from 'node:path'
import { parseAllowNets, type ParsedNets } from '@throughline/core/net/allow-nets'
import { parseRedisUrl } from '@throughline/core/net/redis-url'
import { addressesOf } from '@throughline/runtime/addresses'
import { commonEnv, readEnv, storeEnv, variable } from '@throughline/runtime/env'
import { StartError } from '@throughline/runtime/lifecycle'
import { readStackFile, type StackAddresses } from '@throughline/stack/stack-file'
import { z } from 'zod'

const shape = {
  NODE_ENV: commonEnv.NODE_ENV,
  DATABASE_URL: storeEnv.DATABASE_URL.optional(),
  DATABASE_DIRECT_URL: storeEnv.DATABASE_DIRECT_URL,
  REDIS_URL: variable.parsed(parseRedisUrl).optional(),
  SECRETS_KEYS: z.string().optional(),
  THROUGHLINE_HOME: z.string().default('.throughline'),
  PORT: variable.port(3000),
  WORKER_PORT: variable.port(3001),
  /** Not used here: a deployment's first step reports what would stop its services. */
  METRICS_TOKEN: commonEnv.METRICS_TOKEN,
  PUBLIC_URL: variable.url('http:', 'https:').optional(),
  LINK_BASE_HOST: z.string().optional(),
  DELIVERY_ALLOW_NETS: variable.parsed(parseAllowNets).default([]),
}

export interface CliConfig {
  databaseUrl: string
  databaseDirectUrl: string
  redisUrl: string | undefined
  secretsKeys: string | undefined
  home: string
  publicUrl: string
  workerUrl: string
  linkBaseHost: string
  allowNets: ParsedNets
  isProduction: boolean
  /** Whether `npm start` runs the server of the database. */
  isStackServer: boolean
}

/** The environment's installation, otherwise the stack running on THROUGHLINE_HOME (its stack.json). */
export async function readConfig(source: NodeJS.ProcessEnv = process.env): Promise<CliConfig> {
  const env = readEnv(shape, source)
  const home = resolve(env.THROUGHLINE_HOME)
  const stack = env.DATABASE_URL === undefined ? await readStackFile(home) : null
  const databaseUrl = env.DATABASE_URL ?? stack?.databaseUrl
  if (databaseUrl === undefined) {
    throw new StartError(
      `No database: no stack is running on ${home}. Run "npm start" in another terminal, or set DATABASE_URL.`,
    )
  }
  return {
    databaseUrl,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? databaseUrl,
    redisUrl: env.REDIS_URL?.url ?? stack?.redisUrl ?? undefined,
    secretsKeys: env.SECRETS_KEYS,
    home,
    allowNets: env.DELIVERY_ALLOW_NETS,
    isProduction: env.NODE_ENV === 'production',
    isStackServer: stack?.processes['postgres'] !== undefined,
    ...addressesHere(env, stack),
  }
}

type Env = Readonly<z.infer<z.ZodObject<typeof shape>>>

function addressesHere(env: Env, stack: StackAddresses | null) {
  return {
    workerUrl: stack?.workerUrl ?? `http://localhost:${env.WORKER_PORT}`,
    ...addressesOf({
      PORT: env.PORT,
      PUBLIC_URL: env.PUBLIC_URL ?? stack?.publicUrl,
      LINK_BASE_HOST: env.LINK_BASE_HOST ?? stack?.linkBaseHost ?? undefined,
    }),
  }
}

/** The installation's variables for `rehearse --against`; null if unset or empty, except `home`, which has a default. */
export function readRehearsalEnv(source = process.env) {
  const read = (name: string) => source[name] || null
  return {
    home: read('THROUGHLINE_HOME') ?? '.throughline',
    projectKey: read('THROUGHLINE_PROJECT_KEY'),
    adminToken: read('THROUGHLINE_ADMIN_TOKEN'),
    linkHost: read('THROUGHLINE_LINK_HOST'),
  }
}
