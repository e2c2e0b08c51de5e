import { startInstallation as start } from '@throughline/testkit/installation'
import { createProject } from '@throughline/testkit/installation/project'
import type { Installation } from './installation.js'

/** Short enough to watch, and long enough to distinguish the four attempts: 0.3 s, 1.2 s, 4.8 s. */
const RETRY_BASE_MS = 300

/**
 * Starts PostgreSQL, an API and a worker in a temporary folder. Deliveries may reach loopback, and the worker trusts
 * the receivers' certificate authority.
 *
 * @returns the installation, and a function that stops it and removes the folder
 */
export async function startInstallation(options: {
  caPem: string
  signal: AbortSignal
}): Promise<{ installation: Installation; stop: () => Promise<void> }> {
  const own = await start({
    ...{ ...options, apis: 1, workers: 1, programs: 'source' },
    env: {
      LOG_LEVEL: 'error',
      RETRY_BASE_MS: String(RETRY_BASE_MS),
      DELIVERY_ALLOW_NETS: '127.0.0.0/8,::1/128',
    },
  })
  try {
    const project = await createProject(own, { name: 'Demo', prefix: 'demo' })
    const publicUrl = own.env['PUBLIC_URL'] ?? ''
    const installation = { publicUrl, ...project, retryBaseMs: RETRY_BASE_MS }
    return { installation, stop: () => own.close() }
  } catch (error) {
    await own.close()
    throw error
  }
}
