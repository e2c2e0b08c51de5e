import { streamText } from '@throughline/contracts/stream'
import type { StreamOwner } from '../../domain/stream/stream-owner.js'
import { credentialOf, type Actor } from '../../http/access.js'
import { route, type Answer, type Call } from '../../http/route.js'

export const streamRoutes = [
  route({
    method: 'get',
    path: '/api/stream',
    summary: 'Stream the events of the project',
    description:
      'Sends clicks, installs and delivery attempts as server-sent events: `click`, `install`, `attempt`, `replay` and `reset`. An event contains the number of new records and the newest ten; a process sends at most four events per second. The connection ends when the role of the caller changes or the token or session ends. To continue, send the last `id` in `Last-Event-ID`; `reset` means that events were lost.',
    tag: 'Overview',
    access: 'management:project:read',
    rejectsHead: true,
    answers: {
      200: {
        description: 'Events, until the connection ends',
        schema: streamText,
        contentTypes: ['text/event-stream'],
      },
    },
    run: openStream,
  }),
]

/** Opens a stream of the events that the caller may read. */
function openStream({ ctx, project, actor, headers }: Call<object>): Promise<Answer> {
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
