import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrateDatabase } from '@throughline/db/migrations/migrate'
import { makeScratchHome } from '@throughline/stack/home'
import { startPostgres } from '@throughline/stack/postgres'

/** PostgreSQL as `npm start` has it, with our tables and nothing in them. */
export async function startBareDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  const home = await makeScratchHome()
  const server = await startPostgres({ dataDir: join(home, 'postgres') })
  const url = server.url('bench')
  await migrateDatabase({ databaseUrl: url })
  return {
    url,
    close: async () => {
      await server.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
