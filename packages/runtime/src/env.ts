import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'

export class EnvError extends Error {
  override name = 'EnvError'
}

/**
 * Parses the environment. Empty counts as unset, except for DELIVERY_ALLOW_NETS; without `NAME`, the text of
 * the file `NAME_FILE` is used. @throws EnvError with every problem, one per line
 */
export function readEnv<Shape extends z.ZodRawShape>(
  shape: Shape,
  source: NodeJS.ProcessEnv = process.env,
): Readonly<z.infer<z.ZodObject<Shape>>> {
  const problems: string[] = []
  const values = Object.fromEntries(
    Object.keys(shape).map((name) => [name, readVariable(name, source, problems)]),
  )
  const parsed = z.object(shape).safeParse(values)
  if (!parsed.success) problems.push(...parsed.error.issues.map(describe))
  if (problems.length > 0 || !parsed.success) {
    throw new EnvError(
      `The environment is invalid:\n${problems.map((text) => `  ${text}`).join('\n')}`,
    )
  }
  return Object.freeze(parsed.data)
}

const MEANINGFUL_WHEN_EMPTY = 'DELIVERY_ALLOW_NETS'

function readVariable(
  name: string,
  source: NodeJS.ProcessEnv,
  problems: string[],
): string | undefined {
  const value = source[name]
  if (value !== undefined && (value !== '' || name === MEANINGFUL_WHEN_EMPTY)) return value
  const file = source[`${name}_FILE`]
  if (file === undefined || file === '') return undefined
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    problems.push(
      `${name}_FILE: ${file} can't be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`,
    )
    return undefined
  }
}

function describe(issue: z.core.$ZodIssue): string {
  const name = issue.path.join('.')
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  return `${name}: ${isMissing ? 'is required' : issue.message}`
}

const whole = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= low && value <= high, `must be from ${low} to ${high}`)

/** Same as core's parseUrl, which this package may not import. */
function isUrl(text: string): boolean {
  try {
    new URL(text)
    return true
  } catch {
    return false
  }
}

export const variable = {
  /** Parses with a function; its error message names the problem. */
  parsed: <Value>(parse: (text: string) => Value) =>
    z.string().transform((text, check): Value => {
      try {
        return parse(text)
      } catch (error) {
        check.addIssue(error instanceof Error ? error.message : String(error))
        return z.NEVER
      }
    }),
  port: (fallback: number) => whole(0, 65_535).default(fallback),
  whole: (fallback: number, low: number, high: number) => whole(low, high).default(fallback),
  flag: (fallback: boolean) =>
    z
      .enum(['true', 'false', '1', '0'], 'must be true or false')
      .transform((text) => text === 'true' || text === '1')
      .default(fallback),
  url: (...protocols: string[]) =>
    z
      .string()
      .refine(
        (text) => protocols.some((protocol) => text.startsWith(`${protocol}//`)) && isUrl(text),
        `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      ),
}

const MIN_METRICS_TOKEN = 16

/** Variables of every process (docs/api-contract.md, "Environment variables"). */
export const commonEnv = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be a pino level such as info',
    )
    .default('info'),
  METRICS_PORT: whole(0, 65_535).optional(),
  OPS_HOST: z
    .string()
    .refine((text) => isIP(text) !== 0, 'must be an IP address of this machine, such as 127.0.0.1')
    .optional(),
  METRICS_TOKEN: z
    .string()
    .min(MIN_METRICS_TOKEN, {
      error: ({ input }) =>
        `must have at least ${MIN_METRICS_TOKEN} characters, has ${(input as string).length}; make one with: openssl rand -hex 32`,
    })
    .optional(),
}

export function ignoredSettings(
  env: { NODE_ENV: string } & Record<keyof typeof IGNORED_IN_PRODUCTION, boolean>,
): string[] {
  if (env.NODE_ENV !== 'production') return []
  return (['DELIVERY_ALLOW_HTTP', 'DELIVERY_ALLOW_LOOPBACK'] as const)
    .filter((name) => env[name])
    .map((name) => `${name} is ignored in production: ${IGNORED_IN_PRODUCTION[name]}. Unset it`)
}

const IGNORED_IN_PRODUCTION = {
  DELIVERY_ALLOW_HTTP: 'deliveries use https only',
  DELIVERY_ALLOW_LOOPBACK: 'deliveries do not reach this machine',
}

const HOST_LIST = /^[a-z]+:\/\/([^/?]*@)?[^@/?]*,[^@/?]*([/?]|$)|[?&]host=[^&]*,/

/** node-postgres would take the list as the name of one host. */
const hasOneHost = (url: string) => !HOST_LIST.test(url.replace(/%2c/gi, ','))

const postgresUrl = z
  .string()
  .refine(
    hasOneHost,
    'must name one host; for several servers, name a proxy that follows the primary, such as HAProxy',
  )
  .pipe(variable.url('postgres:', 'postgresql:'))

export const storeEnv = {
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_POOL_MAX: variable.whole(10, 1, 500),
  SLOW_STATEMENT_MS: variable.whole(500, 0, 3_600_000),
}
