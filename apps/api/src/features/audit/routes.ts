import { auditPage, listAuditQuery } from '@throughline/contracts/audit'
import { accountRoute, route } from '../../http/route.js'
import { listAllAudit, listProjectAudit } from './read-audit.js'

const LIST = {
  tag: 'Audit log',
  method: 'get',
  query: listAuditQuery,
  answers: { 200: { description: 'A page of entries, newest first', schema: auditPage } },
} as const

export const projectAuditRoutes = [
  route({
    ...LIST,
    path: '/api/audit',
    summary: 'Read the audit log of the project',
    description:
      'Returns who changed what in the project, the newest entry first. Names of users are kept as they were. What an administrator did without a role in the project has the `actor_role` `administrator`.',
    access: 'management:audit:read',
    run: listProjectAudit,
  }),
]

export const systemAuditRoutes = [
  accountRoute({
    ...LIST,
    path: '/api/system/audit',
    summary: 'Read the audit log of the installation',
    description:
      'Returns the entries of all projects, and those about none, such as sign-ins and users. Failed sign-ins have a keyed hash of the caller’s address.',
    access: 'administrator',
    run: listAllAudit,
  }),
]
