import type { StreamOwner } from '../../domain/stream/stream-owner.js'
import { credentialOf, type Actor } from '../../http/access.js'
import type { Answer, Call } from '../../http/route.js'

/** Opens a stream of the events that the caller may read. */
export function openStream({ ctx, project, actor, headers }: Call<object>): Promise<Answer> {
  const lastId = headers['last-event-id']
  const events = ctx.streams.hub.open({
    projectId: project.id,
    owner: ownerOf(actor),
    abilities: actor.kind === 'sdk' ? [] : actor.abilities,
    lastId: typeof lastId === 'string' && lastId !== '' ? lastId : null,
  })
  return Promise.resolve({ status: 200, body: null, events })
}

function ownerOf(actor: Actor): StreamOwner {
  const credential = credentialOf(actor)
  if (actor.kind === 'user') {
    const { id: sessionId, isAdmin, role } = actor.session
    return { kind: 'user', credential, sessionId, isAdmin, role }
  }
  return { kind: 'token', credential, tokenId: actor.kind === 'admin' ? actor.tokenId : 0 }
}
