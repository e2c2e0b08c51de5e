import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeScratchHome } from '@throughline/stack/home'
import { freePort } from '@throughline/stack/ports'
import { readConfig } from '@throughline/stack/config'
import { startStack } from '@throughline/stack/launch/start-stack'
import { readEnvironment } from '../config.js'
import type { Installation } from './installation.js'
import { must } from './must.js'

/** Short enough to watch, and long enough to tell the four attempts apart: 0.3 s, 1.2 s, 4.8 s. */
const RETRY_BASE_MS = 300

/**
 * Starts a stack of its own in a scratch folder, on free ports: deliveries may reach loopback, and its worker
 * trusts the receivers' authority.
 *
 * @returns the installation, and a function that stops it and removes the folder
 */
export async function startOwnStack(options: {
  caPem: string
  /** Aborted: give the start up. */
  signal: AbortSignal
}): Promise<{ installation: Installation; stop: () => Promise<void> }> {
  const home = await makeScratchHome()
  const removeHome = () => rm(home, { recursive: true, force: true })
  try {
    const { installation, stop } = await startIn(home, options)
    return { installation, stop: () => stop().finally(removeHome) }
  } catch (error) {
    await removeHome()
    throw error
  }
}

async function startIn(
  home: string,
  { caPem, signal }: { caPem: string; signal: AbortSignal },
): Promise<{ installation: Installation; stop: () => Promise<void> }> {
  const caFile = join(home, 'rehearsal-ca.pem')
  await writeFile(caFile, caPem)
  const [port, workerPort] = [await freePort(), await freePort()]
  const config = await readConfig({
    ...withoutOwnSettings(readEnvironment()),
    THROUGHLINE_HOME: home,
    PORT: String(port),
    WORKER_PORT: String(workerPort),
    DELIVERY_ALLOW_NETS: '127.0.0.0/8,::1/128',
    NODE_EXTRA_CA_CERTS: caFile,
    RETRY_BASE_MS: String(RETRY_BASE_MS),
    LOG_LEVEL: 'error',
  })
  const stack = await startStack(config, {
    print: () => undefined,
    onFailure: (error) => console.error(error),
    signal,
  })
  const { demo } = stack.facts
  must(demo !== null && demo.adminToken !== null, 'a new stack has a demo project with a token')
  const { projectKey, adminToken, linkHost } = demo
  return {
    installation: {
      publicUrl: config.publicUrl,
      projectKey,
      adminToken,
      linkHost,
      retryBaseMs: RETRY_BASE_MS,
    },
    stop: () => stack.stop(),
  }
}

/** The machine's settings for another stack must not leak into this one. */
function withoutOwnSettings(
  env: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const ours =
    /^(DATABASE_|REDIS_|SECRETS_|DELIVERY_|PUBLIC_URL|LINK_BASE_HOST|NODE_ENV$|METRICS_|RATE_LIMITS|TRUST_PROXY)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)))
}
