import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '@throughline/stack/postgres/connect'
import type { Service } from '@throughline/testkit/installation/service'
import { migrateAll } from '@throughline/testkit/installation/stores'
import { waitFor } from '@throughline/testkit/wait-for'
import { request } from 'undici'
import { callApi, makeLink, makeWebhook } from '../api-calls.js'
import { openFleet } from '../fleet.js'
import { clientEntries, drain, query, type ChaosInstallation } from '../installation.js'
import { buildRelease, createProjectBy, missingRelease, newestRelease, runCli } from '../release.js'
import { promise, type Promised, type RunContext, type Scenario } from '../scenario.js'
import { noDuplicates, underLoad, type FindOwn } from '../usual-promises.js'

const RATE = 10
/** An index of so many rows takes longer to build than the API waits for a statement. */
const ROWS = 500_000
/** A process rechecks the schema every 5 s. */
const READY_LIMIT_MS = 10_000

export const upgrade: Scenario = {
  id: 'C20',
  title: 'rolling update from the newest release, and back, under load',
  counts: 's at each step',
  missing: missingRelease,
  runs: { quick: 0, full: 10 },
  run: async (context) => {
    const release = newestRelease()
    context.say(`building release ${release.version}`)
    const bundles = await buildRelease(release)
    const options = {
      apis: 2,
      workers: 2,
      bundles,
      migrate: async (url: string) => {
        await runCli(bundles, ['migrate'], { DATABASE_URL: url })
        await fillTables(url, ROWS)
      },
      createProject: ({ env }: { env: Record<string, string> }) => createProjectBy(bundles, env),
    }
    return underLoad(context, options, (installation) =>
      updateAndBack(installation, bundles, context),
    )
  },
}

/**
 * Adds installs and succeeded deliveries of a project that nobody uses, as a database that has been used for long has
 * them. Works on the schema of every release.
 */
function fillTables(databaseUrl: string, rows: number): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO installs (project_id, install_id, platform, is_matched, reason, decided_at)
       SELECT $1, gen_random_uuid(), 'android', false, 'no_candidate', now() - n * interval '1 second'
         FROM generate_series(1, $2::integer) AS n`,
      [PROJECT, rows],
    )
    await client.query(
      `INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, enqueued_at, completed_at)
       SELECT (left(uuid7_floor(now())::text, 14) || '7' || substr(hash, 1, 3) || '-8' || substr(hash, 4, 3) || '-' ||
               substr(hash, 7, 12))::uuid, $1, 0, gen_random_uuid(), 'install_attributed', 'succeeded', 'auto', NULL, now()
         FROM generate_series(1, $2::integer) AS n, md5(n::text) AS hash`,
      [PROJECT, rows],
    )
  })
}

const PROJECT = '11111111-1111-4111-8111-111111111111'

async function updateAndBack(
  installation: ChaosInstallation,
  old: string,
  { bundles, runs, say }: RunContext,
): Promise<FindOwn> {
  const fleet = openFleet(installation)
  const step = async (what: string) => {
    say(what)
    await sleep(runs * 1_000)
  }
  installation.client.setRate(RATE)
  await step('all processes are of the release')

  const waiting = await startEarly(installation, bundles)
  const { migratedMs, readyMs } = await migrate(installation, waiting.ready)
  await step(`migrated in ${migratedMs} ms; both versions run side by side`)
  await fleet.replace(fleet.workers[0] ?? waiting.worker, old)
  await fleet.replace(fleet.apis[0] ?? waiting.api, old)
  await crossCheck(installation, [...fleet.apis, waiting.api])
  await fleet.roll(bundles)
  await step('all processes are of this version')
  await fleet.roll(old)
  await step('all but two processes are of the release again')
  await fleet.roll(bundles)
  await Promise.all([waiting.api.end('SIGTERM'), waiting.worker.end('SIGTERM')])
  await step('all processes are of this version again')

  return async (verdict) => ({
    figures: { 'migrated in ms': migratedMs, 'ready after the migration, ms': readyMs },
    promises: [
      noDuplicates(verdict),
      promise(
        'a process that started before the migration is unready and names what is missing',
        /schema is behind this version.*Missing: \d{14}_/.test(waiting.problem),
        waiting.problem,
      ),
      promise(
        `it is ready within ${READY_LIMIT_MS / 1_000} s of the migration`,
        readyMs <= READY_LIMIT_MS,
        `${readyMs} ms`,
      ),
      await eachClickCounted(installation),
      ...(await fleet.promises()),
    ],
  })
}

interface Early {
  api: Service
  worker: Service
  ready: Promise<unknown>
  problem: string
}

/** Starts processes of this version before the migration. */
async function startEarly(installation: ChaosInstallation, folder: string): Promise<Early> {
  const api = await installation.prepare('api', { programs: { folder } })
  const worker = await installation.prepare('worker', { programs: { folder } })
  const ready = Promise.all([api.start(), worker.start()])
  const ended = new AbortController()
  ready.catch(() => ended.abort())
  let problem = ''
  await waitFor(
    async () => {
      if (ended.signal.aborted) return true
      const { statusCode, body } = await request(`${api.url}/readyz`)
      problem = await body.text()
      return statusCode === 503 && problem.includes('Missing')
    },
    { what: 'the API to name what is missing', timeoutMs: 600_000 },
  )
  if (ended.signal.aborted) await ready
  return { api, worker, ready, problem }
}

async function migrate({ postgres }: ChaosInstallation, ready: Promise<unknown>) {
  const startedMs = performance.now()
  await migrateAll(postgres.url)
  const migratedAtMs = performance.now()
  await ready
  return {
    migratedMs: Math.round(migratedAtMs - startedMs),
    readyMs: Math.round(performance.now() - migratedAtMs),
  }
}

/** What one version writes, the other reads. @throws Error if not */
async function crossCheck(installation: ChaosInstallation, apis: Service[]): Promise<void> {
  const { owner } = installation
  for (const { url: apiUrl } of apis) {
    const code = await makeLink({ ...owner, apiUrl })
    const { id } = await makeWebhook({ ...owner, apiUrl }, 'https://hooks.example.com/made')
    for (const other of apis) {
      await callApi({ ...owner, apiUrl: other.url }, 'GET', { path: `/api/links/${code}` })
      const body = { is_active: false }
      await callApi({ ...owner, apiUrl: other.url }, 'PUT', { path: `/api/webhooks/${id}`, body })
    }
    await callApi({ ...owner, apiUrl }, 'DELETE', { path: `/api/webhooks/${id}` })
  }
}

/** A click whose response did not arrive was repeated, and may count twice. */
async function eachClickCounted(installation: ChaosInstallation): Promise<Promised> {
  const text = 'SELECT count(*)::integer AS n FROM click_deltas'
  await drain(installation, { withinMs: 30_000, counted: { text } })
  const [row] = await query<{ n: number }>(
    installation,
    'SELECT sum(clicked_count)::integer AS n FROM links',
  )
  const counted = row?.n ?? 0
  const entries = await clientEntries(installation)
  const clicks = entries.filter(({ kind }) => kind === 'clicked').length
  const repeated = entries.filter((one) => one.kind === 'refused' && one.step === 'click').length
  const isRight = counted >= clicks && counted <= clicks + repeated
  return promise('each click is counted', isRight, `${counted} of ${clicks}`)
}
