import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.js'
import { cleanText } from './text.js'
import { moment, timestamp } from './timestamp.js'

export const listAuditQuery = z.strictObject({
  ...pageQuery,
  actor: cleanText(1, 100).optional().describe('Such as `user:7`, `token:3`, `sdk` or `cli`'),
  action: cleanText(1, 100).optional().describe('Such as `webhook.create`, or `webhook` for all'),
  target: cleanText(1, 300).optional().describe('Such as `webhook:7`'),
  from: moment.optional().describe('Entries from this time on'),
  to: moment.optional().describe('Entries before this time'),
})

export type ListAuditQuery = z.output<typeof listAuditQuery>

export const auditEntry = z
  .object({
    id: z.string().describe('Id of the entry'),
    project_id: z.uuid().nullable().describe('Null: about no project, such as a sign-in'),
    actor: z.string().describe('Who did it: `user:{id}`, `token:{id}`, `sdk`, `cli`, `system`'),
    actor_name: z.string().nullable().describe('Name of the user at that time'),
    actor_role: z
      .string()
      .nullable()
      .describe('Role of the user at that time; `administrator` in a project without a role'),
    action: z.string().describe('What was done, such as `webhook.create`'),
    target: z.string().describe('To what it was done, such as `webhook:7`'),
    details: z.record(z.string(), z.unknown()).describe('More about it, never a secret'),
    created_at: timestamp.describe('When it was done'),
  })
  .meta({ id: 'AuditEntry' })

export type AuditEntryWire = z.infer<typeof auditEntry>

export const auditPage = pageOf(auditEntry)
