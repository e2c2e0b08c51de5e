import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.js'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

export const createDomainBody = z.object({
  host: cleanText(1, 255).describe('The host without scheme, such as go.example.com'),
})

export type CreateDomainBody = z.output<typeof createDomainBody>

export const domain = z
  .object({
    id: z.number().int().describe('Id of the domain'),
    host: z.string().describe('The host, in lower case'),
    status: z.enum(['pending', 'proved']).describe('Links are served only on proved domains'),
    checked_at: timestamp.nullable().describe('When the DNS of the host was last checked'),
    problem: z
      .string()
      .nullable()
      .describe(
        'Problem that the last DNS check found; null without a problem. A proved host keeps serving links',
      ),
    record: z
      .object({
        type: z.literal('TXT').describe('Type of the record'),
        name: z.string().describe('Name of the record'),
        value: z.string().describe('Value of the record: the project id'),
      })
      .describe('The DNS record that proves the domain'),
    created_at: timestamp.describe('When the domain was added'),
  })
  .meta({ id: 'Domain' })

export type DomainWire = z.infer<typeof domain>

export const listDomainsQuery = z.strictObject(pageQuery)

export type ListDomainsQuery = z.output<typeof listDomainsQuery>

export const domainPage = pageOf(domain)
