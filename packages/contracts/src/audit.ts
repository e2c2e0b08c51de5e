import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.js'
import { cleanText } from './text.js'
import { moment, timestamp } from './timestamp.js'

export const listAuditQuery = z.strictObject({
  ...pageQuery,
  actor: cleanText(1, 100)
    .optional()
    .describe('Who acted, such as `user:7`, `token:3`, `sdk` or `cli`'),
  action: cleanText(1, 100)
    .optional()
    .describe('An action such as `webhook.create`, or `webhook` for all actions on webhooks'),
  target: cleanText(1, 300).optional().describe('The changed object, such as `webhook:7`'),
  from: moment.optional().describe('Entries at or after this time'),
  to: moment.optional().describe('Entries before this time'),
})

export type ListAuditQuery = z.output<typeof listAuditQuery>

export const auditEntry = z
  .object({
    id: z.string().describe('Id of the entry'),
    project_id: z
      .uuid()
      .nullable()
      .describe('Id of the project; null if the entry concerns no project, such as a sign-in'),
    actor: z.string().describe('Who acted: `user:{id}`, `token:{id}`, `sdk`, `cli` or `system`'),
    actor_name: z.string().nullable().describe('Name of the user at that time'),
    actor_role: z
      .string()
      .nullable()
      .describe(
        'Role of the user at that time; `administrator` if the user had no role in the project',
      ),
    action: z.string().describe('What was done, such as `webhook.create`'),
    target: z.string().describe('The changed object, such as `webhook:7`'),
    details: z
      .record(z.string(), z.unknown())
      .describe('Details of the action; never contains a secret'),
    created_at: timestamp.describe('When the action took place'),
  })
  .meta({ id: 'AuditEntry' })

export type AuditEntryWire = z.infer<typeof auditEntry>

export const auditPage = pageOf(auditEntry)
