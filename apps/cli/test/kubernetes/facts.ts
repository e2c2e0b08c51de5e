import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './manifests.js'

export type App = 'api' | 'worker' | 'cli'

/** Values of the code that the manifests repeat. */
export interface Facts {
  version: string
  /** `NAME/KEY` of the secrets that the README creates, and of those that CloudNativePG creates. */
  secrets: Set<string>
  /** The variables whose values logs must not contain. */
  secretVariables: string[]
  /** The documented variables, which other tests compare with the processes. */
  metrics: Set<string>
  spoolDirectory: string
  /** The variables that each app reads, `NAME_FILE` included. */
  variables: Record<App, Set<string>>
  probePaths: Record<App, string[]>
  readConfig: Record<App, (env: object) => Promise<AppConfig>>
  hardLimitMs: (app: App, config: AppConfig) => number
}

export interface AppConfig {
  port: number
  metricsPort?: number
  delivery: { timeoutMs: number }
  stopDelayMs: number
  spool: { maxBytes: number; snapshotMaxBytes: number }
}

interface Modules {
  config: { readConfig: (env: object) => AppConfig | Promise<AppConfig> }
  apiStop: { hardLimitMs: (config: AppConfig) => number }
  workerStop: { hardLimitMs: (config: AppConfig) => number }
  apiDocs: { describeOps: () => { path: string }[] }
}

const load = async <Name extends keyof Modules>(_: Name, path: string) =>
  (await import(join(root, path))) as Modules[Name]
const text = (path: string) => readFile(join(root, path), 'utf8')

export async function readFacts(): Promise<Facts> {
  const api = await load('config', 'apps/api/src/config.ts')
  const worker = await load('config', 'apps/worker/src/config.ts')
  const cli = await load('config', 'apps/cli/src/config.ts')
  const apiStop = await load('apiStop', 'apps/api/src/stop.ts')
  const workerStop = await load('workerStop', 'apps/worker/src/stop.ts')
  const { describeOps } = await load('apiDocs', 'apps/api/src/docs/describe-ops.ts')
  const { version } = JSON.parse(await text('package.json')) as { version: string }
  const dockerfile = await text('apps/api/Dockerfile')
  return {
    version,
    secrets: secretsOf(await text('deploy/kubernetes/README.md')),
    secretVariables: namesIn(await text('packages/runtime/src/logger.ts'), /'([A-Z_]{3,})'/g),
    metrics: new Set(namesIn(await text('docs/operations.md'), /`(throughline_\w+)`/g)),
    spoolDirectory: /^ENV SPOOL_DIR=(.+)$/m.exec(dockerfile)?.[1] ?? '',
    variables: {
      api: await variablesOf(api),
      worker: await variablesOf(worker),
      cli: await variablesOf(cli),
    },
    probePaths: {
      api: describeOps().map(({ path }) => path),
      // The server compares the path with each.
      worker: namesIn(await text('packages/runtime/src/ops-server.ts'), /path [!=]== '([^']+)'/g),
      cli: [],
    },
    readConfig: {
      api: async (env) => api.readConfig(env),
      worker: async (env) => worker.readConfig(env),
      cli: async (env) => cli.readConfig(env),
    },
    hardLimitMs: (app, config) => (app === 'worker' ? workerStop : apiStop).hardLimitMs(config),
  }
}

/** A reader of the environment reads every variable that it knows. */
async function variablesOf({ readConfig }: Modules['config']): Promise<Set<string>> {
  const asked = new Set<string>()
  const environment = new Proxy(
    {},
    { get: (_, name) => (typeof name === 'string' ? void asked.add(name) : undefined) },
  )
  await Promise.resolve()
    .then(() => readConfig(environment))
    .catch(() => undefined)
  return asked
}

function namesIn(source: string, pattern: RegExp): string[] {
  return [...source.matchAll(pattern)].map(([, name = '']) => name)
}

const OF_CLOUD_NATIVE_PG = ['throughline-database-app/uri', 'throughline-database-ca/ca.crt']

function secretsOf(readme: string): Set<string> {
  const commands = readme.replace(/\\\n\s*/g, '').matchAll(/create secret generic (\S+)(.*)/g)
  const created = [...commands].flatMap(([, name = '', rest = '']) =>
    [...rest.matchAll(/--from-(?:literal|file)=([\w.-]+)=/g)].map(
      ([, key = '']) => `${name}/${key}`,
    ),
  )
  return new Set([...created, ...OF_CLOUD_NATIVE_PG])
}
