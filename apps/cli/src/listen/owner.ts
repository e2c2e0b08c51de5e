import type { ProjectRecord } from '@throughline/db/projects/projects'
import { askApi } from '../ask-api.js'
import type { CommandContext } from '../commands/run-command.js'
import { withTemporaryToken } from '../project-api.js'

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
  const abilities = ['webhooks:write']
  const ask = <Body>(method: 'POST' | 'DELETE', path: string, body?: object) =>
    withTemporaryToken(context.database.prisma, { id: project.id, abilities }, (adminToken) =>
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
