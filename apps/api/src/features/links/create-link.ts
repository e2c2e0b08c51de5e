import type { CreateLinkBody } from '@throughline/contracts/links'
import { domainError } from '@throughline/core/lib/errors'
import type { Answer, Call } from '../../http/route.js'
import { insertLinks } from './insert-links.js'
import { judgeNewLinks, refuseFields } from './judge-links.js'
import { auditLink, presentTo } from './link-call.js'
import { planLinks } from './link-columns.js'
import { lookUpApps } from './look-up-apps.js'

export async function createLink(call: Call<object, unknown, CreateLinkBody>): Promise<Answer> {
  const [problems = {}] = await judgeNewLinks(call, [call.body])
  refuseFields(problems)
  const [link] = await insertLinks(call.db, await planLinks(call, [call.body]))
  if (link == null)
    throw domainError('code_taken', 'This code is taken in this project. Choose another one.')
  await auditLink(call, link, { action: 'create' })
  return {
    status: 201,
    headers: { Location: `/api/links/${link.code}` },
    body: presentTo(call)(link),
    afterCommit: () => lookUpApps(call.ctx, [link]),
  }
}
