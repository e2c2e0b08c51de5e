import { join } from 'node:path'

import type { StackConfig } from '../config.js'
import { errorCode, errorText, formatFailure, StackError } from '../errors.js'
import { withClient } from '../postgres/connect.js'
import { createDatabaseIfMissing, startPostgres } from '../postgres.js'
import { keepPostgres } from './keep-postgres.js'
import type { LaunchContext } from './launch-context.js'

export interface StackDatabase {
  url: string
  /** The embedded server's process; null if the database must not be stopped. */
  pid(): number | null
  stop(): Promise<void>
  kill(): Promise<void>
}

/** @throws StackError when the database can't be started or reached */
export async function openDatabase(
  config: StackConfig,
  context: LaunchContext,
): Promise<StackDatabase> {
  if (config.databaseUrl === null) return startEmbedded(config, context)
  await assertReachable(config.databaseUrl)
  const nothing = () => Promise.resolve()
  return { url: config.databaseUrl, pid: () => null, stop: nothing, kill: nothing }
}

async function startEmbedded(config: StackConfig, context: LaunchContext): Promise<StackDatabase> {
  context.print('Starting PostgreSQL …')
  const options = { dataDir: join(config.home, 'postgres') }
  const server = await startPostgres(options)
  if (server.adopted) context.print('PostgreSQL was still running and has been taken over.')
  const kept = keepPostgres(server, { ...context, dataDir: options.dataDir })
  try {
    await createDatabaseIfMissing(server.url('postgres'), DATABASE)
  } catch (error) {
    await kept.stop('fast').catch((later: unknown) => context.print(formatFailure(later)))
    throw error
  }
  return {
    url: server.url(DATABASE),
    pid: kept.pid,
    stop: () => kept.stop('fast'),
    kill: () => kept.stop('immediate'),
  }
}

async function assertReachable(url: string): Promise<void> {
  try {
    await withClient(url, (client) => client.query('SELECT 1'))
  } catch (error) {
    // The migration creates a missing database.
    if (errorCode(error) === '3D000') return
    throw new StackError(
      `DATABASE_URL (${withoutPassword(url)}) can't be reached: ${errorText(error)}. ` +
        'Start that PostgreSQL or correct the address; without DATABASE_URL an embedded one is used.',
    )
  }
}

function withoutPassword(url: string): string {
  try {
    const { protocol, username, host, pathname } = new URL(url)
    return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`
  } catch {
    return 'not a URL'
  }
}

const DATABASE = 'throughline'
