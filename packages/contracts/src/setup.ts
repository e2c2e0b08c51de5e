import { z } from 'zod'
import { matchType, noMatchReason, platform } from './attribution.js'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

const done = z.boolean().describe('Whether the step is done')
const count = z.number().int().min(0)

export const setup = z
  .object({
    link: z
      .object({
        done,
        code: z
          .string()
          .nullable()
          .describe('Code of the newest link; null if the project has no link'),
      })
      .describe('Step: create a link'),
    click: z.object({ done }).describe('Step: click a link'),
    install: z
      .object({
        done,
        last: z
          .object({
            install_id: z
              .uuid()
              .describe(
                'The id that the app sent; for a test, the id under which the test is stored',
              ),
            at: timestamp.describe('When the install was decided'),
            platform: platform.describe('Operating system of the app'),
            sdk_version: z
              .string()
              .nullable()
              .describe('Name and version of the SDK, as the SDK reported it'),
            matched: z.boolean().describe('Whether a click was found'),
            match_type: matchType
              .nullable()
              .describe('How the click was identified; null without a match'),
            reason: noMatchReason.nullable().describe('Why there is no match; null for a match'),
            test: z.boolean().describe('Whether the install is a test'),
          })
          .nullable()
          .describe('The newest install, including tests; null before the first install'),
      })
      .describe('Step: report an install from an app'),
    webhook: z
      .object({
        done,
        count: count.describe('Number of webhooks'),
        active: count.describe('Number of active webhooks'),
      })
      .describe('Step: create a webhook'),
    delivery: z
      .object({
        done,
        at: timestamp
          .nullable()
          .describe('When a delivery last succeeded; null if none has succeeded'),
      })
      .describe('Step: receive a delivery, including tests'),
    verification: z
      .object({ done, verified: count.describe('Number of active webhooks that are verified') })
      .describe('Step: verify that a webhook checks signatures'),
    association: z
      .object({
        android: z.boolean().describe('Whether link hosts serve assetlinks.json'),
        ios: z.boolean().describe('Whether link hosts serve apple-app-site-association'),
      })
      .describe('Association files, which let phones open links in the app'),
    sample: z
      .object({
        receiver_url: z
          .string()
          .nullable()
          .describe('URL of the sample receiver, for a webhook; null without one')
          .meta({ example: 'http://localhost:3003/' }),
        app_url: z
          .string()
          .nullable()
          .describe('URL of the sample app, which plays a phone; null without one')
          .meta({ example: 'http://localhost:3002' }),
      })
      .describe('What `npm start` serves for a first try; null in production'),
    domains: z
      .object({
        proved: count.describe('Number of custom domains that serve links'),
        pending: count.describe('Number of custom domains whose TXT record was not found yet'),
      })
      .describe('Custom domains'),
  })
  .meta({ id: 'Setup' })

export type SetupBody = z.infer<typeof setup>

export const lookupQuery = z.strictObject({
  id: cleanText(1, 2_048).describe(
    'The text to look up: an id, a code, a URL, a host or a fingerprint',
  ),
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
    kind: kind.describe('Type of the object'),
    id: z.string().describe('Id of the object; the code of a link'),
    name: z.string().nullable().describe('Name of the object; null without a name'),
    address: z.string().describe('API path of the object').meta({
      example: '/api/links/SPRING7',
    }),
  })
  .meta({ id: 'Found' })

export const lookupAnswer = z.object({
  data: z
    .array(found)
    .describe('All objects of the project that the text may identify; empty if there are none'),
})

export type FoundWire = z.infer<typeof found>
