import { domainError } from '@throughline/core/errors'
import { findLinkByCode } from '@throughline/db/links'
import { notFound } from '../../http/mount-routes.js'
import type { Answer, Call } from '../../http/route.js'
import { parseUserAgent } from '../../link/device.js'
import { presentLink } from '../../link/present-link.js'

/** Answers a link of the project that is still in use (contract §5). */
export async function getLink(call: Call<{ code: string }>): Promise<Answer> {
  const link = await findLinkByCode(call.db, call.project.id, call.params.code)
  if (link === null) throw notFound()
  if (link.archivedAt !== null) throw domainError('gone', 'This link was archived.')
  if (link.expiresAt !== null && link.expiresAt <= new Date())
    throw domainError('gone', 'This link has expired.')
  const { platform } = parseUserAgent(call.headers['user-agent'])
  return {
    status: 200,
    body: presentLink(link, { config: call.ctx.config, project: call.project, platform }),
  }
}
