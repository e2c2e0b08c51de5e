import { formatAdminToken, generateAdminToken } from '@throughline/core/security/admin-token'
import { issueCertificate } from '@throughline/testkit/certificates'
import { startReceiver, type Respond } from '@throughline/testkit/receiver'
import { makeWebhook, type Owner } from './api-calls.js'
import { query, type ChaosInstallation } from './installation.js'

export interface OtherProjectsOptions {
  /** The beginning of their prefixes. */
  name: string
  webhooks: number
  respond: Respond
}

export interface OtherProjects {
  /** Adds projects, each with a number of events that are due immediately at each of its webhooks. */
  add(projects: number, events: number): Promise<void>
  /** Adds events to each project. The next sweep enqueues them. */
  bring(events: number): Promise<void>
  close(): Promise<void>
}

export async function startOtherProjects(
  installation: ChaosInstallation,
  { name, webhooks, respond }: OtherProjectsOptions,
): Promise<OtherProjects> {
  const hosts = ['localhost', '127.0.0.1']
  const tls = await issueCertificate(installation.authority, { hosts })
  const open: (() => Promise<void>)[] = []
  const keys: string[] = []
  return {
    add: async (projects, events) => {
      for (let n = 0; n < projects; n += 1) {
        const receiver = await startReceiver({ tls, respond })
        open.push(receiver.close)
        const owner = await makeProject(installation, `${name}-${open.length}`)
        for (let webhook = 0; webhook < webhooks; webhook += 1)
          await makeWebhook(owner, receiver.url(`/${webhook}`))
        keys.push(owner.projectKey)
        await query(installation, INSERT_DUE, [[owner.projectKey], events])
      }
    },
    bring: async (events) => {
      await query(installation, INSERT_DUE, [keys, events])
    },
    close: async () => {
      await Promise.all(open.map((close) => close()))
    },
  }
}

async function makeProject(installation: ChaosInstallation, prefix: string): Promise<Owner> {
  const { secret, hash } = generateAdminToken()
  const [made] = await query<{ key: string; token_id: number }>(
    installation,
    `WITH project AS (
       INSERT INTO projects (name, prefix, updated_at) VALUES ($1, $1, now()) RETURNING id, key
     ), token AS (
       INSERT INTO admin_tokens (project_id, name, secret_hash) SELECT id, 'chaos', $2 FROM project RETURNING id
     )
     SELECT project.key, token.id AS token_id FROM project, token`,
    [prefix, hash],
  )
  if (made === undefined) throw new Error('INSERT … RETURNING returned no row')
  const { apiUrl } = installation.owner
  return { apiUrl, projectKey: made.key, adminToken: formatAdminToken(made.token_id, secret) }
}

/** The next sweep enqueues them. */
const INSERT_DUE = `
  WITH event AS (
    INSERT INTO events (id, project_id, type, payload)
    SELECT uuid7_generate(), p.id, 'install_attributed', '{}' FROM projects p, generate_series(1, $2::integer) WHERE p.key = ANY ($1::uuid[])
    RETURNING id, project_id, type
  )
  INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, next_attempt_at, due_at, enqueued_at)
  SELECT uuid7_generate(), e.project_id, h.id, e.id, e.type, 'pending', 'auto', now(), now(), NULL
    FROM event e JOIN webhooks h ON h.project_id = e.project_id`
