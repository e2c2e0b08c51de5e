import { z } from 'zod'
import { matchType, noMatchReason, platform } from './attribution.js'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

const done = z.boolean().describe('Whether the step is done')
const count = z.number().int().min(0)

export const setup = z
  .object({
    link: z
      .object({ done, code: z.string().nullable().describe('Code of the newest link') })
      .describe('A link was created'),
    click: z.object({ done }).describe('A click was counted'),
    install: z
      .object({
        done,
        last: z
          .object({
            install_id: z.uuid().describe('The id that the app sent; of a test, its record’s'),
            at: timestamp.describe('When it was decided'),
            platform: platform.describe('Operating system of the app'),
            sdk_version: z.string().nullable().describe('As the SDK reported it'),
            matched: z.boolean().describe('Whether a click was found'),
            match_type: matchType.nullable().describe('The evidence; null without a match'),
            reason: noMatchReason.nullable().describe('Why it was not matched'),
            test: z.boolean().describe('Whether a debug helper reported it'),
          })
          .nullable()
          .describe('The newest install, a test or not; it shows that the SDK works'),
      })
      .describe('An app reported an install'),
    webhook: z
      .object({
        done,
        count: count.describe('Webhooks'),
        active: count.describe('Webhooks that are on'),
      })
      .describe('A webhook exists'),
    delivery: z
      .object({
        done,
        at: timestamp.nullable().describe('When the newest delivery succeeded'),
      })
      .describe('A receiver accepted a delivery, a test or not'),
    association: z
      .object({
        android: z.boolean().describe('Whether link hosts serve assetlinks.json'),
        ios: z.boolean().describe('Whether link hosts serve apple-app-site-association'),
      })
      .describe('Files that let phones open links in the app'),
    domains: z
      .object({
        proved: count.describe('Custom domains that are served'),
        pending: count.describe('Custom domains without their TXT record'),
      })
      .describe('Custom domains'),
  })
  .meta({ id: 'Setup' })

export type SetupBody = z.infer<typeof setup>

export const lookupQuery = z.strictObject({
  id: cleanText(1, 2_048).describe('An id, a code, a URL, a host or a fingerprint'),
})

export type LookupQuery = z.output<typeof lookupQuery>

const kind = z.enum([
  'link',
  'campaign',
  'click',
  'install',
  'attribution',
  'event',
  'delivery',
  'webhook',
  'replay',
  'erasure',
  'domain',
  'token',
  'project',
  'fingerprint',
])

const found = z
  .object({
    kind: kind.describe('What it is'),
    id: z.string().describe('Its id; of a link, its code'),
    name: z.string().nullable().describe('Its name, if it has one'),
    address: z.string().describe('Where the API answers it').meta({
      example: '/api/links/SPRING7',
    }),
  })
  .meta({ id: 'Found' })

export const lookupAnswer = z.object({
  data: z.array(found).describe('All that it may be; empty if nothing of this project is meant'),
})

export type FoundWire = z.infer<typeof found>
