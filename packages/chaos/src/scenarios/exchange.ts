import { codeBlocks, readPage } from '@throughline/testkit/markdown'
import { migrateAll } from '@throughline/testkit/installation/stores'
import { request } from 'undici'
import { drain, query, type ChaosInstallation } from '../installation.js'
import type { PostgresServer } from '../postgres-server.js'
import { promise, type Promised } from '../scenario.js'

/** The superuser of Compose's PostgreSQL. */
const SUPERUSER = 'throughline'
const CLICK_EVERY_MS = 10
const SPOOL_EMPTY_MS = 60_000

/** The commands of deploy/README.md that run in the container of PostgreSQL. */
function documentedCommands() {
  const page = readPage('deploy/README.md')
  const [dump] = /docker compose exec -T postgres pg_dump [^`\n]+/.exec(page) ?? []
  const block = codeBlocks(page).find(({ code }) => code.includes('createdb'))
  const commands = block?.code
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.startsWith('docker compose exec'))
  if (dump === undefined || commands === undefined)
    throw new Error('deploy/README.md has no commands for a dump')
  return { dump, restore: commands.join('\n') }
}

/** Runs commands that are written for Compose on the scenario's PostgreSQL, in a folder. */
function runForCompose(server: PostgresServer, folder: string, commands: string): Promise<void> {
  return server.shell(`docker() { shift 4; "$@"; }\n${commands}`, folder)
}

export async function dumpAsDocumented(server: PostgresServer, folder: string): Promise<void> {
  await server.createSuperuser(SUPERUSER)
  await runForCompose(server, folder, documentedCommands().dump)
}

/**
 * Replaces the database by a restored dump while the API serves links, as deploy/README.md describes.
 *
 * @returns a function that verifies the links and clicks of that time, once the API runs again
 */
export async function exchangeDatabases(
  installation: ChaosInstallation,
  server: PostgresServer,
  folder: string,
): Promise<() => Promise<Promised[]>> {
  for (const worker of installation.workers) await worker.stop()
  const clicks = startClicks(installation, await findCode(installation))
  await runForCompose(server, folder, documentedCommands().restore)
  const { served, failed } = await clicks.stop()
  await migrateAll(installation.postgres.url)
  for (const api of installation.apis) await api.stop()
  return async () => {
    const damaged = new Set(await readDamaged(server))
    const kept = served.filter((name) => !damaged.has(name))
    const lost = await drain(installation, {
      withinMs: SPOOL_EMPTY_MS,
      counted: { text: COUNT_LOST, values: [kept] },
    })
    return [
      promise('links work during the exchange', failed.length === 0, failed.join(', ') || 0),
      promise('clicks of the exchange are in the restored database', kept.length > 0, kept.length),
      promise('no click of the exchange is lost', lost === 0, lost),
    ]
  }
}

async function findCode(installation: ChaosInstallation): Promise<string> {
  const [link] = await query<{ code: string }>(installation, 'SELECT code FROM links LIMIT 1')
  return link?.code ?? ''
}

/** Follows a link every 10 ms, each time with another gclid. */
function startClicks({ apis, env }: ChaosInstallation, code: string) {
  const served: string[] = []
  const failed: (number | string)[] = []
  const underWay = new Set<Promise<void>>()
  const host = `chaos.${env['LINK_BASE_HOST']}`
  const click = async (name: string) => {
    const answer = await request(`${apis[0]?.url}/${code}?gclid=${name}`, {
      headers: { host, 'user-agent': 'Mozilla/5.0' },
    }).catch((error: unknown) => String(error))
    if (typeof answer === 'string') return void failed.push(answer)
    await answer.body.dump()
    if (answer.statusCode < 400) served.push(name)
    else failed.push(answer.statusCode)
  }
  const timer = setInterval(() => {
    const one = click(`exchange-${served.length + failed.length + underWay.size}`)
    underWay.add(one)
    void one.finally(() => underWay.delete(one))
  }, CLICK_EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(underWay)
      return { served, failed }
    },
  }
}

const CLICKS = `SELECT params ->> 'gclid' AS name FROM clicks WHERE params ->> 'gclid' LIKE 'exchange-%'`
const COUNT_LOST = `
  SELECT count(*)::integer AS n FROM unnest($1::text[]) AS kept (name) WHERE name NOT IN (${CLICKS})`

/** Clicks that the API had stored before the connections to the damaged database ended. */
async function readDamaged(server: PostgresServer): Promise<string[]> {
  await server.query('ALTER DATABASE throughline_damaged ALLOW_CONNECTIONS true')
  const rows = await server.query(CLICKS, 'throughline_damaged')
  return rows.map(({ name }) => String(name))
}
