import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPidAlive } from '@throughline/stack/processes'
import { builtApp } from '@throughline/testkit/built-app'
import { startNode, type NodeProgram } from '@throughline/testkit/node-program'
import { testEnv } from '@throughline/testkit/test-env'
import type { Harness } from './harness.js'

export interface SpawnedWorker {
  program: NodeProgram
  /** Kills the process if it still runs, and removes its files. */
  close: () => Promise<void>
}

export interface SpawnOptions {
  /** The receiver's certificate authority, trusted through NODE_EXTRA_CA_CERTS. */
  caPem: string
  /** A separate Redis database for each test file, so that no other file's worker takes its jobs. */
  redisDatabase: number
  env?: Record<string, string>
}

/** The worker's main program in a separate process. */
export async function spawnWorker(
  harness: Harness,
  { caPem, redisDatabase, env: more }: SpawnOptions,
): Promise<SpawnedWorker> {
  const directory = await mkdtemp(join(tmpdir(), 'throughline-worker-'))
  const ca = join(directory, 'ca.pem')
  await writeFile(ca, caPem)
  const { queueBackend, redisUrl } = testEnv()
  const redis = queueBackend === 'redis' ? { REDIS_URL: `${redisUrl ?? ''}/${redisDatabase}` } : {}
  const env = harness.env({ LOG_LEVEL: 'info', NODE_EXTRA_CA_CERTS: ca, ...redis, ...more })
  const program = await startNode([await builtApp('worker')], env)
  return {
    program,
    close: async () => {
      if (isPidAlive(program.pid)) program.signalGroup('SIGKILL')
      await program.ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}
