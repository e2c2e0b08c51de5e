import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.js'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

/** POST /api/project/domains. Whether it is a host that can be used is judged by the operation. */
export const createDomainBody = z.object({ host: cleanText(1, 255) })

export type CreateDomainBody = z.output<typeof createDomainBody>

/** A custom domain, and the record in the DNS that proves it. */
export const domain = z
  .object({
    id: z.number().int(),
    host: z.string(),
    status: z.enum(['pending', 'proved']),
    checked_at: timestamp.nullable(),
    problem: z
      .string()
      .nullable()
      .describe('What the last look at its DNS found wrong; a proved host is served all the same'),
    record: z.object({ type: z.literal('TXT'), name: z.string(), value: z.string() }),
    created_at: timestamp,
  })
  .meta({ id: 'Domain' })

export type DomainWire = z.infer<typeof domain>

export const listDomainsQuery = z.strictObject(pageQuery)

export type ListDomainsQuery = z.output<typeof listDomainsQuery>

export const domainPage = pageOf(domain)
