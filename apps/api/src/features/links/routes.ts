import { createLinkBody, link } from '@throughline/contracts/links'
import { route } from '../../http/route.js'
import { createLink } from './create-link.js'
import { getLink } from './get-link.js'

export const linkRoutes = [
  route({
    method: 'post',
    path: '/api/links',
    summary: 'Create a link',
    tag: 'Links',
    access: 'links:write',
    isCreate: true,
    body: createLinkBody,
    answers: { 201: { description: 'The link', schema: link } },
    problems: [409],
    run: createLink,
  }),
  route({
    method: 'get',
    path: '/api/links/:code',
    summary: 'Read a link',
    tag: 'Links',
    access: 'links:read',
    params: { code: 'text' },
    answers: { 200: { description: 'The link', schema: link } },
    problems: [410],
    run: getLink,
  }),
]
