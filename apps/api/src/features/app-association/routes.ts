import {
  appsAnswer,
  associationFileAnswer,
  associationFileBody,
  putAppsBody,
} from '@throughline/contracts/association'
import type { AssociationKind } from '@throughline/core/association/effective-file'
import { route, type Route } from '../../http/route.js'
import { getApps, getFile } from './read-association.js'
import { putApps, putFile } from './put-association.js'

const FILE_LIMIT_BYTES = 1024 * 1024

function fileRoutes(kind: AssociationKind, name: string): Route[] {
  const one = { tag: 'App association', path: `/api/project/${kind}` } as const
  return [
    route({
      ...one,
      method: 'get',
      summary: `Read the ${name} of the link hosts`,
      access: 'management:project:read',
      answers: { 200: { description: 'The file.', schema: associationFileAnswer } },
      run: (call) => getFile(kind, call),
    }),
    route({
      ...one,
      method: 'put',
      summary: `Set the ${name} of the link hosts`,
      access: 'management:project:write',
      body: associationFileBody,
      bodyLimitBytes: FILE_LIMIT_BYTES,
      isBodyFile: true,
      answers: {
        200: { description: 'The file as served.', schema: associationFileAnswer },
      },
      run: (call) => putFile(kind, call),
    }),
  ]
}

const apps = { tag: 'App association', path: '/api/project/apps' } as const

export const appAssociationRoutes: Route[] = [
  ...fileRoutes('asset-links', 'assetlinks.json'),
  ...fileRoutes('app-site-association', 'apple-app-site-association'),
  route({
    ...apps,
    method: 'get',
    summary: 'Read the apps that open the links',
    access: 'management:project:read',
    answers: { 200: { description: 'The apps.', schema: appsAnswer } },
    run: getApps,
  }),
  route({
    ...apps,
    method: 'put',
    summary: 'Set the apps that open the links; both association files are made from them',
    access: 'management:project:write',
    body: putAppsBody,
    answers: { 200: { description: 'The apps.', schema: appsAnswer } },
    run: putApps,
  }),
]
