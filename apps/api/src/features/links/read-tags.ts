import type { ListTagsQuery, TagListBody } from '@throughline/contracts/links'
import { listTags } from '@throughline/db/links/tags'
import type { Answer, Call } from '../../http/route.js'

/** Lists the tags in use, most links first. */
export async function readTags(call: Call<object, ListTagsQuery>): Promise<Answer> {
  const { db, project, query } = call
  const scope = { projectId: project.id, search: query.search ?? null }
  const body: TagListBody = { data: await listTags(db, scope) }
  return { status: 200, body }
}
