import type { CreateLinkBody } from '@throughline/contracts/links'
import { domainError } from '@throughline/core/lib/errors'
import type { Answer, Call } from '../../http/route.js'
import { insertLinks } from './insert-links.js'
import { validateNewLinks, rejectFields } from './validate-links.js'
import { auditLink, presentTo } from './link-call.js'
import { planLinks } from './link-columns.js'
import { lookupApps } from './lookup-apps.js'

export async function createLink(call: Call<object, unknown, CreateLinkBody>): Promise<Answer> {
  const [problems = {}] = await validateNewLinks(call, [call.body])
  rejectFields(problems)
  const [link] = await insertLinks(call.db, await planLinks(call, [call.body]))
  if (link == null)
    throw domainError('code_taken', 'This code is taken in this project. Choose another one.')
  await auditLink(call, link, { action: 'create' })
  return {
    status: 201,
    headers: { Location: `/api/links/${link.code}` },
    body: presentTo(call)(link),
    afterCommit: () => lookupApps(call.ctx, [link]),
  }
}
