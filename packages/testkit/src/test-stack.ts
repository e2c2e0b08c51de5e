/**
 * The servers behind the integration tests, as a program: a throw-away PostgreSQL with a migrated
 * template database, and a Redis where one is installed. Prints one line of JSON with their addresses,
 * then waits until its input ends, which happens also when its parent is killed, and removes it all.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { migrateDatabase } from '@throughline/db/migrations/migrate'
import { migrateQueue } from '@throughline/queue/migrate'
import { makeScratchHome } from '@throughline/stack/home'
import { startPostgres } from '@throughline/stack/postgres'
import { startRedis } from '@throughline/stack/redis'

const TEMPLATE = 'throughline_template'

const ended = waitForEndOfInput()
const home = await makeScratchHome()
const undo: (() => Promise<void>)[] = [() => rm(home, { recursive: true, force: true })]
try {
  const [databaseUrl, redisUrl] = await Promise.all([startDatabase(), startQueueServer()])
  const builds = join(home, 'builds')
  await mkdir(builds)
  process.stdout.write(`${JSON.stringify({ databaseUrl, template: TEMPLATE, redisUrl, builds })}\n`)
  await ended
} finally {
  for (const step of undo.reverse()) await step()
}

/** Returns the address of the database `postgres`, from which tests clone the template. */
async function startDatabase(): Promise<string> {
  const server = await startPostgres({ dataDir: join(home, 'postgres'), isScratch: true })
  undo.push(() => server.stop('immediate'))
  const template = { databaseUrl: server.url(TEMPLATE) }
  await migrateDatabase(template)
  await migrateQueue(template)
  return server.url('postgres')
}

async function startQueueServer(): Promise<string | null> {
  const server = await startRedis({ dir: home })
  if (server === null) return null
  undo.push(() => server.stop())
  return server.url
}

async function waitForEndOfInput(): Promise<void> {
  process.stdin.resume()
  await new Promise((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
}
