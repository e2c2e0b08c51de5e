import { setTimeout as sleep } from 'node:timers/promises'

import { isPidAlive } from '../processes.js'
import { databaseUrl, withClient } from './connect.js'

/**
 * Waits until the process accepts the password of the data folder on the port. Returns false if it ends, if another
 * process responds, or on a timeout.
 */
export async function waitForConnection(
  server: { pid: number; port: number; password: string; dataDir: string },
  timeoutMs: number,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  const url = databaseUrl({ ...server, database: 'postgres' })
  while (isPidAlive(server.pid) && Date.now() < deadline) {
    const folder = await askDataFolder(url)
    if (folder !== null) return folder === server.dataDir
    await sleep(25)
  }
  return false
}

async function askDataFolder(url: string): Promise<string | null> {
  try {
    return await withClient(url, async (client) => {
      const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
      return rows[0]?.data_directory ?? null
    })
  } catch {
    return null
  }
}
