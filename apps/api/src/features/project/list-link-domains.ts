import { listProvedDomains } from '@throughline/db/projects'
import { linkHostOf } from '../../http/hosts.js'
import type { Answer, Call } from '../../http/route.js'

/** The hosts that serve this project's links; all carry LINK_BASE_HOST's port, which is where we listen (contract §5). */
export async function listLinkDomains({ ctx, db, project }: Call<object>): Promise<Answer> {
  const port = /:\d+$/.exec(ctx.config.linkBaseHost)?.[0] ?? ''
  const proved = await listProvedDomains(db, project.id)
  const data = [linkHostOf(ctx.config, project.prefix), ...proved.map((host) => `${host}${port}`)]
  return { status: 200, body: { data } }
}
