import { z } from 'zod'
import { sdkScope } from './scopes.js'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

const MAX_PATTERNS = 100
/** Per request, and per project in total. */
export const MAX_PRIVACY_ENTRIES = 50

/** A data URL of this length still fits into the landing page. */
export const ICON_MAX_LENGTH = 4_096

const sdkScopes = z
  .array(sdkScope)
  .max(100, 'must have at most 100 entries')
  .transform((scopes) => [...new Set(scopes)])

const allowedDestinations = z
  .array(cleanText(1, 255))
  .max(MAX_PATTERNS, `must have at most ${MAX_PATTERNS} entries`)
  .describe(
    'Hosts that links created with the project key alone may use as destinations and image sources; empty allows any',
  )

const fingerprintQuery = z.enum(['any', 'same_address', 'off'], 'must be any, same_address or off')

const sdkWrites = z
  .enum(['own', 'all'], 'must be own or all')
  .describe('Which campaigns the project key alone may change and delete: its own, or all')

const windowMinutes = z
  .number()
  .int()
  .min(1, 'must be from 1 to 1440')
  .max(1_440, 'must be from 1 to 1440')

const minConfidence = z
  .number()
  .min(0.5, 'must be from 0.5 to 0.99')
  .max(0.99, 'must be from 0.5 to 0.99')

/** The project's own entries; the service documents those that it reads. */
const privacyName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must have names of up to 64 lower-case letters, digits and _')
const privacyValue = z.union([cleanText(0, 500), z.number(), z.boolean()])

/** Missing fields are not changed, also inside objects; null removes an entry of `privacy`. */
export const updateProjectBody = z.object({
  name: cleanText(1, 255).optional(),
  sdk_scopes: sdkScopes.optional(),
  allowed_destinations: allowedDestinations.optional(),
  sdk_writes: sdkWrites.optional(),
  attribution: z
    .object({
      window_minutes: windowMinutes.optional(),
      clipboard: z.boolean().optional(),
      consent_required: z.boolean().optional(),
      fingerprint_query: fingerprintQuery.optional(),
      min_confidence: minConfidence
        .nullish()
        .describe('The minimum confidence for a match by signals; null: the release’s default'),
      deliver_sdk_tests: z
        .boolean()
        .nullish()
        .describe(
          'Whether test installs reported with the project key alone send webhooks; null: only outside production',
        ),
    })
    .optional(),
  privacy: z
    .record(privacyName, privacyValue.nullable())
    .refine(
      (entries) => Object.keys(entries).length <= MAX_PRIVACY_ENTRIES,
      `must have at most ${MAX_PRIVACY_ENTRIES} entries`,
    )
    .optional(),
  icon: cleanText(1, ICON_MAX_LENGTH)
    .nullish()
    .describe('A data URL of a PNG, WebP or SVG picture for the landing page'),
})

export type UpdateProjectBody = z.output<typeof updateProjectBody>

export const project = z
  .object({
    id: z.uuid(),
    name: z.string(),
    link_host: z.string(),
    sdk_scopes: z.array(sdkScope),
    allowed_destinations: z.array(z.string()),
    sdk_writes: sdkWrites,
    attribution: z.object({
      window_minutes: z.number().int(),
      clipboard: z.boolean(),
      consent_required: z.boolean(),
      fingerprint_query: fingerprintQuery,
      min_confidence: z.number(),
      deliver_sdk_tests: z.boolean(),
    }),
    privacy: z.record(z.string(), privacyValue),
    icon: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Project' })

export type ProjectWire = z.infer<typeof project>
