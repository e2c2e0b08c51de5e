import { streamText } from '@throughline/contracts/stream'
import { route } from '../../http/route.js'
import { openStream } from './open-stream.js'

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
