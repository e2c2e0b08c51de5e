import { streamText } from '@throughline/contracts/stream'
import { route } from '../../http/route.js'
import { openStream } from './open-stream.js'

export const streamRoutes = [
  route({
    method: 'get',
    path: '/api/stream',
    summary: 'Watch what happens in the project',
    description:
      'Answers with server-sent events as clicks, installs and attempts of deliveries happen: `click`, `install`, `attempt`, `replay` and `reset`. An event has the number of new records and the newest ten; at most four a second of each process. The connection ends when the caller’s role changes or its token or session ends. To continue, send the last `id` in `Last-Event-ID`; `reset` means that events are missing.',
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
