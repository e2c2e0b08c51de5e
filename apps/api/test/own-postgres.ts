import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrateDatabase } from '@throughline/db/migrations/migrate'
import { migrateQueue } from '@throughline/queue/migrate'
import { makeScratchHome } from '@throughline/stack/home'
import { startPostgres, type EmbeddedPostgres } from '@throughline/stack/postgres'

export interface OwnPostgres {
  /** Of the migrated database. */
  url: string
  stop(): Promise<void>
  /** On the same port. */
  start(): Promise<void>
  close(): Promise<void>
}

/** A PostgreSQL server of the test's own, to be stopped and started, with a migrated database. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const home = await makeScratchHome()
  const options = { dataDir: join(home, 'postgres'), isScratch: true }
  let server: EmbeddedPostgres | null = await startPostgres(options)
  const { port } = server
  const url = server.url('throughline')
  await migrateDatabase({ databaseUrl: url })
  await migrateQueue({ databaseUrl: url })
  const stop = async () => {
    await server?.stop('fast')
    server = null
  }
  return {
    url,
    stop,
    start: async () => {
      server ??= await startPostgres({ ...options, port })
    },
    close: async () => {
      await stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
