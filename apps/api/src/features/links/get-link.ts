import { domainError } from '@throughline/core/lib/errors'
import type { Answer } from '../../http/route.js'
import { presentTo, rejectArchived, requireLink, type LinkCall } from './link-call.js'

/**
 * Answers a link of the project that is still in use. With the project key alone it is an app that has
 * been opened by it, and is told the UTM that a tap carries.
 */
export async function getLink(call: LinkCall): Promise<Answer> {
  const link = await requireLink(call)
  rejectArchived(link)
  if (link.expiresAt !== null && link.expiresAt <= new Date())
    throw domainError('gone', 'This link has expired.')
  return { status: 200, body: presentTo(call, call.actor.kind === 'sdk')(link) }
}
