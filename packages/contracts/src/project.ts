import { z } from 'zod'
import { pageMeta, wholeNumber } from './pagination.js'
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
    'Hosts that links may use as destinations and image sources in calls with only the project key; empty allows any',
  )

const fingerprintQuery = z.enum(['any', 'same_address', 'off'], 'must be any, same_address or off')

const sdkWrites = z
  .enum(['own', 'all'], 'must be own or all')
  .describe(
    'Which campaigns a call with only the project key may change and delete: those that the key created (`own`) or all',
  )

const windowMinutes = z
  .number()
  .int()
  .min(1, 'must be from 1 to 1440')
  .max(1_440, 'must be from 1 to 1440')

const minConfidence = z
  .number()
  .min(0.5, 'must be from 0.5 to 0.99')
  .max(0.99, 'must be from 0.5 to 0.99')

/** Custom entries of the project; the documentation lists those that the service reads. */
const privacyName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must have names of up to 64 lower-case letters, digits and _')
const privacyValue = z.union(
  [cleanText(0, 500), z.number(), z.boolean()],
  'must be text of at most 500 characters, a number, true or false',
)

/** Missing fields are not changed, also inside objects; null removes an entry of `privacy`. */
export const updateProjectBody = z.object({
  name: cleanText(1, 255).optional().describe('Name of the project, shown to visitors'),
  sdk_scopes: sdkScopes.optional().describe('What a call with only the project key may do'),
  allowed_destinations: allowedDestinations.optional(),
  sdk_writes: sdkWrites.optional(),
  attribution: z
    .object({
      window_minutes: windowMinutes
        .optional()
        .describe('Maximum age of a matching click in minutes'),
      clipboard: z
        .boolean()
        .optional()
        .describe('Whether the landing page may copy the link and installs may report it'),
      consent_required: z
        .boolean()
        .optional()
        .describe('Whether an install is matched only with `consent: true`'),
      fingerprint_query: fingerprintQuery
        .optional()
        .describe('Which callers may read an attribution by its fingerprint'),
      min_confidence: minConfidence
        .nullish()
        .describe(
          'Minimum confidence for a match by signals; null means the default of the release',
        ),
      deliver_sdk_tests: z
        .boolean()
        .nullish()
        .describe(
          'Whether test installs that are reported with only the project key send webhooks; null means only outside production',
        ),
    })
    .optional()
    .describe('How installs are matched'),
  privacy: z
    .record(privacyName, privacyValue.nullable())
    .refine(
      (entries) => Object.keys(entries).length <= MAX_PRIVACY_ENTRIES,
      `must have at most ${MAX_PRIVACY_ENTRIES} entries`,
    )
    .optional()
    .describe('Custom entries; null removes an entry'),
  icon: cleanText(1, ICON_MAX_LENGTH)
    .nullish()
    .describe('A data URL of a PNG, WebP or SVG picture for the landing page'),
  default_link_host: cleanText(1, 253)
    .nullish()
    .describe('A proved domain of the project for its short URLs; null means `link_host`')
    .meta({ example: 'go.example.com' }),
})

export type UpdateProjectBody = z.output<typeof updateProjectBody>

const deletesAt = timestamp
  .nullable()
  .describe('When the project is deleted with all its data; null if no deletion was requested')

export const isSample = z.boolean().describe('Whether the project contains generated sample data')

export const project = z
  .object({
    id: z.uuid().describe('The project id, part of the app’s URL scheme'),
    project_key: z.uuid().nullable().describe('The public key of the project; null for viewers'),
    former_keys: z
      .array(
        z.object({
          key: z.uuid().describe('The former key'),
          replaced_at: timestamp.describe('When another key replaced the key'),
        }),
      )
      .nullable()
      .describe('Replaced keys that still work, newest first; null for viewers'),
    name: z.string().describe('Name of the project'),
    link_host: z.string().describe('Host of the project’s links'),
    default_link_host: z
      .string()
      .nullable()
      .describe('The custom domain in short URLs; null if they have `link_host`')
      .meta({ example: null }),
    sdk_scopes: z.array(sdkScope).describe('What a call with only the project key may do'),
    allowed_destinations: z
      .array(z.string())
      .describe(
        'Allowed destination hosts of links that are created with only the project key; empty allows any',
      ),
    sdk_writes: sdkWrites,
    attribution: z
      .object({
        window_minutes: z.number().int().describe('Maximum age of a matching click in minutes'),
        clipboard: z
          .boolean()
          .describe('Whether the landing page may copy the link and installs may report it'),
        consent_required: z.boolean().describe('Whether installs need `consent: true`'),
        fingerprint_query: fingerprintQuery.describe(
          'Which callers may read an attribution by its fingerprint',
        ),
        min_confidence: z.number().describe('Minimum confidence for a match by signals'),
        deliver_sdk_tests: z
          .boolean()
          .describe(
            'Whether test installs that are reported with only the project key send webhooks',
          ),
      })
      .describe('How installs are matched'),
    privacy: z.record(z.string(), privacyValue).describe('Custom entries'),
    icon: z
      .string()
      .nullable()
      .describe('A data URL of the picture on the landing page; null without a picture'),
    deletes_at: deletesAt,
    is_sample: isSample,
    created_at: timestamp.describe('When the project was created'),
    updated_at: timestamp.describe('When the project was last changed'),
    version: z
      .number()
      .int()
      .describe('Increases with every change of the settings; send it as `If-Match: "4"`'),
  })
  .meta({ id: 'Project' })

export const listProjectsQuery = z.strictObject({
  page: wholeNumber(1, 100_000, 1).describe('Page number'),
  per_page: wholeNumber(1, 100, 20).describe('Items per page'),
  search: cleanText(1, 100).optional().describe('Part of a name or prefix'),
})

export type ListProjectsQuery = z.output<typeof listProjectsQuery>

export const createProjectBody = z.object({
  name: cleanText(1, 255).describe('Name of the project, shown to visitors'),
  prefix: cleanText(1, 63).describe('First part of the link host; cannot be changed'),
})

export type CreateProjectBody = z.output<typeof createProjectBody>

export const projectSummary = z
  .object({
    id: z.uuid().describe('The project id'),
    prefix: z.string().describe('First part of the link host'),
    name: z.string().describe('Name of the project'),
    link_host: z.string().describe('Host of the project’s links'),
    project_key: z.uuid().describe('The public key of the project'),
    deletes_at: deletesAt,
    is_sample: isSample,
    created_at: timestamp.describe('When the project was created'),
  })
  .meta({ id: 'ProjectSummary' })

export const scheduledDeletion = z.object({
  id: z.uuid().describe('The project id'),
  deletes_at: timestamp.describe('When the project is deleted with all its data'),
})

export const removedProject = z.object({
  id: z.uuid().describe('The project id'),
  deleted: z.literal(true).describe('Always true'),
})

export const revokedKey = z.object({
  key: z.uuid().describe('The former key'),
  deleted: z.literal(true).describe('Always true'),
})

export const projectSummaries = z.object({
  data: z.array(projectSummary).describe('The projects of this page, by prefix'),
  meta: pageMeta,
})

export type ProjectWire = z.infer<typeof project>
