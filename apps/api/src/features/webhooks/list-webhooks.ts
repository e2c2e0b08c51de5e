import type { listWebhooksQuery } from '@throughline/contracts/webhook'
import { listWebhooks as listRows } from '@throughline/db/webhooks/webhooks'
import type { z } from 'zod'
import { readIntegerCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { presentWebhook } from './present-webhook.js'

type ListCall = Call<unknown, z.output<typeof listWebhooksQuery>>

export async function listWebhooks({ db, project, query }: ListCall): Promise<Answer> {
  const rows = await listRows(db, {
    projectId: project.id,
    beforeId: readIntegerCursor(query.cursor),
    limit: query.limit + 1,
  })
  return { status: 200, body: toPage(rows, query.limit, presentWebhook) }
}
