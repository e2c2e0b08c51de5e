import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.js'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

export const createDomainBody = z.object({ host: cleanText(1, 255) })

export type CreateDomainBody = z.output<typeof createDomainBody>

export const domain = z
  .object({
    id: z.number().int(),
    host: z.string(),
    status: z.enum(['pending', 'proved']),
    checked_at: timestamp.nullable(),
    problem: z
      .string()
      .nullable()
      .describe('Problem found by the last DNS check; a proved host is served regardless'),
    record: z.object({ type: z.literal('TXT'), name: z.string(), value: z.string() }),
    created_at: timestamp,
  })
  .meta({ id: 'Domain' })

export type DomainWire = z.infer<typeof domain>

export const listDomainsQuery = z.strictObject(pageQuery)

export type ListDomainsQuery = z.output<typeof listDomainsQuery>

export const domainPage = pageOf(domain)
