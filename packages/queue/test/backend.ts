import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@throughline/testkit/test-database'
import { testEnv } from '@throughline/testkit/test-env'
import { migrateQueue } from '../src/migrate.js'
import type { QueueBackend } from '../src/backend.js'

export interface TestBackend {
  backend: QueueBackend
  /** The same queue at another address. */
  at: (url: string) => QueueBackend
  url: string
  drop: () => Promise<void>
}

/** A separate queue on the backend of this run. */
export async function createTestBackend(): Promise<TestBackend> {
  const { queueBackend, redisUrl } = testEnv()
  if (queueBackend === 'redis') {
    const url = redisUrl ?? ''
    const prefix = `test-${randomBytes(6).toString('hex')}`
    const at = (address: string): QueueBackend => ({ kind: 'redis', url: address, prefix })
    return { backend: at(url), at, url, drop: () => Promise.resolve() }
  }
  const database = await createTestDatabase()
  await migrateQueue({ databaseUrl: database.url })
  const at = (address: string): QueueBackend => ({ kind: 'postgresql', connectionString: address })
  return { backend: at(database.url), at, url: database.url, drop: database.drop }
}
