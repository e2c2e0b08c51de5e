import { builtApps } from '@throughline/testkit/built-app'
import { startInstallation } from '@throughline/testkit/installation'
import { startTestReceiver, type Receiver } from '@throughline/testkit/receiver'
import { runHere, startCli, type Run, type TestCli } from './cli.js'

/** An API, a worker, a receiver that the worker trusts, and the command line, on one database. */
export interface TestStack {
  cli: TestCli
  receiver: Receiver
  /** Variables of the command line. */
  env: Record<string, string>
  run(...args: string[]): Promise<Run>
  /** Runs a command with --json and returns what it printed. Throws if it fails. */
  json(...args: string[]): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export async function startStack(): Promise<TestStack> {
  const [cli, receiver] = await Promise.all([startCli(), startTestReceiver()])
  const stack = await startInstallation({
    databaseUrl: cli.database.url,
    apis: 1,
    workers: 1,
    caPem: receiver.caPem,
    programs: { folder: await builtApps() },
    env: {
      RATE_LIMITS: JSON.stringify({ test_installs: 0 }),
      DELIVERY_ALLOW_NETS: '127.0.0.0/8,::1/128',
    },
  })
  const names = ['DATABASE_URL', 'SECRETS_KEYS', 'PUBLIC_URL', 'LINK_BASE_HOST'] as const
  const env = Object.fromEntries(names.map((name) => [name, stack.env[name] ?? '']))
  const run: TestStack['run'] = (...args) => runHere(args, env)
  return {
    cli,
    receiver,
    env,
    run,
    json: async (...args) => {
      const { code, stdout, stderr } = await run(...args, '--json')
      if (code !== 0) throw new Error(stderr)
      return JSON.parse(stdout) as Record<string, unknown>
    },
    close: async () => {
      await stack.close()
      await Promise.all([receiver.close(), cli.close()])
    },
  }
}
