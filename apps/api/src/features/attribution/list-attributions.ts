import type { ListAttributionsQuery } from '@throughline/contracts/attributions'
import * as store from '@throughline/db/attribution/attributions'
import { readUuidCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { presentAttribution } from './present-attribution.js'

export async function listAttributions(call: Call<object, ListAttributionsQuery>): Promise<Answer> {
  const { db, project, query } = call
  const filter = {
    projectId: project.id,
    code: query.code ?? null,
    campaignId: query.campaign_id ?? null,
    matchType: query.match_type ?? null,
    platform: query.platform ?? null,
    installId: query.install_id ?? null,
    eventId: query.event_id ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
  }
  const rows = await store.listAttributions(db, filter, {
    afterId: readUuidCursor(query.cursor),
    limit: query.limit + 1,
  })
  return { status: 200, body: toPage(rows, query.limit, presentAttribution) }
}
