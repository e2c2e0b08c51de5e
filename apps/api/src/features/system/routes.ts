import { system } from '@throughline/contracts/system'
import { accountRoute } from '../../http/route.js'
import { readSystem } from './read-system.js'

export const systemRoutes = [
  accountRoute({
    method: 'get',
    path: '/api/system',
    summary: 'Read the state of the installation',
    description:
      'Returns versions, migrations, the queue, what is due, signs of life of the workers, and the settings of the process that answers. Of secrets it says only whether they are set.',
    tag: 'System',
    access: 'administrator',
    answers: { 200: { description: 'The state', schema: system } },
    run: readSystem,
  }),
]
