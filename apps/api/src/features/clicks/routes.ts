import { clickBody, recordedClick } from '@throughline/contracts/clicks'
import { route } from '../../http/route.js'
import { recordClick } from './record-click.js'

export const clickRoutes = [
  route({
    method: 'post',
    path: '/api/links/:code/click',
    summary: 'Record a click that an app was opened with',
    tag: 'Links',
    access: 'links:read',
    params: { code: 'text' },
    body: clickBody,
    isBodyOptional: true,
    isCreate: true,
    isTransaction: 'for_key',
    answers: { 201: { description: 'The click, counted', schema: recordedClick } },
    problems: [410],
    run: recordClick,
  }),
]
