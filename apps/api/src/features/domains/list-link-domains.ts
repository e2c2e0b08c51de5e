import { listProvedDomains } from '@throughline/db/projects/projects'
import { linkHostOf, withLinkPort } from '../../domain/links/hosts.js'
import type { Answer, Call } from '../../http/route.js'

/** The hosts that serve this project's links; all carry LINK_BASE_HOST's port, which is where we listen. */
export async function listLinkDomains({ ctx, db, project }: Call<object>): Promise<Answer> {
  const proved = await listProvedDomains(db, project.id)
  const custom = proved.map((host) => withLinkPort(ctx.config, host))
  return { status: 200, body: { data: [linkHostOf(ctx.config, project.prefix), ...custom] } }
}
