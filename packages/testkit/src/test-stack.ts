/** Starts the integration tests' servers and prints their addresses as JSON. Removes all when its input ends. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hasRedisServer } from '@throughline/stack/redis'
import { startInstallation } from './installation.js'
import { turnOnTls } from './postgres-tls.js'

const TEMPLATE = 'throughline_template'

const ended = waitForEndOfInput()
const { home, postgres, redis, close } = await startInstallation({
  backend: hasRedisServer() ? 'redis' : 'postgresql',
  database: TEMPLATE,
  isScratch: true,
})
// Tests clone the template from the database `postgres`.
const databaseUrl = new URL(postgres.url)
databaseUrl.pathname = '/postgres'
const builds = join(home, 'builds')
await mkdir(builds)
const certificates = join(home, 'certificates')
await mkdir(certificates)
await turnOnTls(databaseUrl.href, certificates)
const redisUrl = redis?.url ?? null
const addresses = { databaseUrl, template: TEMPLATE, certificates, redisUrl, builds }
process.stdout.write(`${JSON.stringify(addresses)}\n`)
await ended
await close()

async function waitForEndOfInput(): Promise<void> {
  process.stdin.resume()
  await new Promise((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
}
