import { system } from '@throughline/contracts/system'
import { accountRoute } from '../../http/route.js'
import { readSystem } from './read-system.js'

export const systemRoutes = [
  accountRoute({
    method: 'get',
    path: '/api/system',
    summary: 'Read the state of the installation',
    description:
      'Returns versions, migrations, the queue, due deliveries, the last activity of the workers, and the settings of the responding process. Secrets are shown only as `set`.',
    tag: 'System',
    access: 'administrator',
    answers: { 200: { description: 'The state', schema: system } },
    run: readSystem,
  }),
]
