import { inTransaction } from '@throughline/db/connection/database'
import type { ProjectRecord } from '@throughline/db/projects/projects'
import { askApi } from '../ask-api.js'
import { createToken } from '../commands/create-token.js'
import { revokeToken } from '../commands/revoke-token.js'
import type { CommandContext } from '../commands/run-command.js'

export interface Webhook {
  id: number
  url: string
  events: string[]
  secret: string
}

/** API calls as the project's owner. Each call uses a separate, short-lived admin token. */
export interface Owner {
  createWebhook(wanted: Pick<Webhook, 'url' | 'events'>): Promise<Webhook>
  /** Sends a sample delivery. */
  testWebhook(id: number): Promise<void>
  deleteWebhook(id: number): Promise<void>
}

export function ownerOf(context: CommandContext, project: ProjectRecord): Owner {
  const { publicUrl } = context.config
  const ask = <Body>(method: 'POST' | 'DELETE', path: string, body?: object) =>
    withToken(context, project, (adminToken) =>
      askApi<Body>({ publicUrl, projectKey: project.key, adminToken }, { method, path, body }),
    )
  return {
    createWebhook: (wanted) => ask<Webhook>('POST', '/api/webhooks', wanted),
    testWebhook: async (id) => {
      await ask('POST', `/api/webhooks/${id}/test`)
    },
    deleteWebhook: async (id) => {
      await ask('DELETE', `/api/webhooks/${id}`)
    },
  }
}

const TOKEN_LIFETIME_MS = 600_000

async function withToken<Result>(
  { database }: CommandContext,
  project: ProjectRecord,
  work: (adminToken: string) => Promise<Result>,
): Promise<Result> {
  const expiresAt = new Date(Date.now() + TOKEN_LIFETIME_MS)
  const wanted = { name: 'listen', abilities: ['webhooks:write'], expiresAt }
  const { id, token } = await inTransaction(database, (db) => createToken(db, project, wanted))
  try {
    return await work(token)
  } finally {
    await revokeToken(database, String(id), {})
  }
}
