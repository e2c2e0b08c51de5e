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
      'Returns who changed what in the project, newest entry first. Entries keep the name that the user had at that time. `actor_role` is `administrator` if an administrator acted without a role in the project.',
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
      'Returns the entries of all projects and the entries without a project, such as sign-ins and changes of users. Entries of failed sign-ins contain a keyed hash of the caller’s address.',
    access: 'administrator',
    run: listAllAudit,
  }),
]
