import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readEnvironment } from '../config.js'
import type { Installation } from './installation.js'

/**
 * Returns the installation at `--against`. Key, token and link host are read from THROUGHLINE_PROJECT_KEY,
 * THROUGHLINE_ADMIN_TOKEN and THROUGHLINE_LINK_HOST. They default to those of the demo project, which `npm start`
 * stores in THROUGHLINE_HOME.
 */
export async function findRunningStack(publicUrl: string): Promise<Installation> {
  const env = readEnvironment()
  const demo = await readDemo(resolve(env['THROUGHLINE_HOME'] || '.throughline'))
  const projectKey = env['THROUGHLINE_PROJECT_KEY'] ?? demo['project_key']
  const adminToken = env['THROUGHLINE_ADMIN_TOKEN'] ?? demo['admin_token']
  const linkHost = env['THROUGHLINE_LINK_HOST'] ?? demo['link_host']
  if (projectKey === undefined || adminToken === undefined || linkHost === undefined)
    throw new Error(
      'The project is unknown. Set THROUGHLINE_PROJECT_KEY, THROUGHLINE_ADMIN_TOKEN and THROUGHLINE_LINK_HOST, or run "npm start" with the same THROUGHLINE_HOME.',
    )
  return {
    publicUrl: publicUrl.replace(/\/+$/, ''),
    projectKey,
    adminToken,
    linkHost,
    retryBaseMs: null,
  }
}

async function readDemo(home: string): Promise<Partial<Record<string, string>>> {
  const text = await readFile(join(home, 'demo.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Partial<Record<string, string>>
}
