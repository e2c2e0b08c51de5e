import {
  appsAnswer,
  associationFileAnswer,
  associationFileBody,
  checkedFile,
  putAppsBody,
  servedFiles,
  servedFilesQuery,
} from '@throughline/contracts/association'
import type { AssociationKind } from '@throughline/core/association/effective-file'
import { route, type Route } from '../../http/route.js'
import { checkFile } from './check-file.js'
import { getApps, getFile } from './read-association.js'
import { putApps, putFile } from './put-association.js'
import { readServedFiles } from './read-served-files.js'

const FILE_LIMIT_BYTES = 1024 * 1024

const FINGERPRINT =
  '14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5'

const FILE_EXAMPLES = {
  'asset-links': [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'com.example.app',
        sha256_cert_fingerprints: [FINGERPRINT],
      },
    },
  ],
  'app-site-association': {
    applinks: {
      details: [{ appIDs: ['ABCDE12345.com.example.app'], components: [{ '/': '/*' }] }],
    },
  },
} satisfies Record<AssociationKind, unknown>

function fileRoutes(kind: AssociationKind, name: string): Route[] {
  const one = { tag: 'App association', path: `/api/project/${kind}` } as const
  return [
    route({
      ...one,
      method: 'get',
      summary: `Read the ${name} of the link hosts`,
      description: `Returns the file that phones fetch from the link hosts to verify which apps may open the links. \`source\` says whether the file was pasted or generated from the apps.`,
      access: 'management:project:read',
      answers: { 200: { description: 'The file.', schema: associationFileAnswer } },
      run: (call) => getFile(kind, call),
    }),
    route({
      ...one,
      method: 'put',
      summary: `Set the ${name} of the link hosts`,
      description: `The body is the file itself, as the platform documents it; null restores the file generated from the apps. The file must satisfy the rules of the platform; the error names the violated rule. Link hosts serve exactly the bytes of the request.`,
      access: 'management:app-association:write',
      body: associationFileBody,
      example: FILE_EXAMPLES[kind],
      bodyLimitBytes: FILE_LIMIT_BYTES,
      isBodyFile: true,
      answers: {
        200: { description: 'The file as served.', schema: associationFileAnswer },
      },
      run: (call) => putFile(kind, call),
    }),
    route({
      ...one,
      method: 'post',
      path: `/api/project/${kind}/check`,
      summary: `Check an ${name} without saving it`,
      description: `The body is the file. The response lists every problem that \`PUT /api/project/${kind}\` would reject or warn about, with its line and column. Nothing is saved.`,
      access: 'management:app-association:write',
      body: associationFileBody,
      example: FILE_EXAMPLES[kind],
      bodyLimitBytes: FILE_LIMIT_BYTES,
      isBodyFile: true,
      isTransaction: false,
      answers: { 200: { description: 'The problems of the file.', schema: checkedFile } },
      run: (call) => checkFile(kind, call),
    }),
  ]
}

const apps = { tag: 'App association', path: '/api/project/apps' } as const

export const appAssociationRoutes: Route[] = [
  ...fileRoutes('asset-links', 'assetlinks.json'),
  ...fileRoutes('app-site-association', 'apple-app-site-association'),
  route({
    method: 'get',
    path: '/api/project/association-files',
    summary: 'Compare the files that a host serves with the stored ones',
    description:
      'Requests both association files from a host of the project, as phones do: without redirects, for at most five seconds. The response has for each file what the host answers, what is wrong and how the file differs from the stored one. A custom domain is requested only at addresses that webhooks may reach, and at the address of PUBLIC_URL.',
    tag: 'App association',
    access: 'management:project:read',
    query: servedFilesQuery,
    answers: { 200: { description: 'Both files as the host serves them.', schema: servedFiles } },
    run: readServedFiles,
  }),
  route({
    ...apps,
    method: 'get',
    summary: 'Read the apps that open the links',
    description:
      'Returns the apps from which both association files are generated. `hints` lists entries that phones accept but that are probably mistakes.',
    access: 'management:project:read',
    answers: { 200: { description: 'The apps.', schema: appsAnswer } },
    run: getApps,
  }),
  route({
    ...apps,
    method: 'put',
    summary: 'Set the apps that open the links',
    description:
      'Both association files are generated from the apps. Phones open links in these apps after they have fetched the files from the link hosts. An omitted list is not changed, and an empty list removes its file. A file that was pasted with `PUT /api/project/asset-links` or `PUT /api/project/app-site-association` takes precedence.',
    access: 'management:app-association:write',
    body: putAppsBody,
    example: {
      android: [{ package_name: 'com.example.app', sha256_cert_fingerprints: [FINGERPRINT] }],
      ios: [{ team_id: 'ABCDE12345', bundle_id: 'com.example.app' }],
    },
    answers: { 200: { description: 'The apps.', schema: appsAnswer } },
    run: putApps,
  }),
]
