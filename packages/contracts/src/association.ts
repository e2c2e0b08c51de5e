import { z } from 'zod'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

const MAX_APPS = 100
const MAX_FINGERPRINTS = 20

const androidApp = z.object({
  package_name: cleanText(1, 255).describe('The application id, such as com.acme.shop'),
  sha256_cert_fingerprints: z
    .array(cleanText(1, 255))
    .min(1, 'must not be empty')
    .max(MAX_FINGERPRINTS, `must have at most ${MAX_FINGERPRINTS} entries`)
    .describe(
      'SHA-256 fingerprints of Google Play’s app signing key and of every other key that signs installed builds',
    ),
})

const iosApp = z.object({
  team_id: cleanText(1, 255).describe('The Apple team id: 10 capital letters and digits'),
  bundle_id: cleanText(1, 255).describe('The bundle id without the team id, such as com.acme.shop'),
})

const apps = <App extends z.ZodType>(app: App) =>
  z.array(app).max(MAX_APPS, `must have at most ${MAX_APPS} entries`)

export const putAppsBody = z.object({
  android: apps(androidApp).optional().describe('Android apps; an empty list removes the file'),
  ios: apps(iosApp).optional().describe('iOS apps; an empty list removes the file'),
})

export type PutAppsBody = z.output<typeof putAppsBody>

export const projectApps = z.object({
  android: z.array(androidApp).default([]),
  ios: z.array(iosApp).default([]),
})

export type ProjectApps = z.output<typeof projectApps>

const hints = z
  .array(
    z.object({
      rule: z.string().describe('Name of the rule'),
      path: z.string().describe('Position in the file'),
      message: z.string().describe('What to check'),
    }),
  )
  .describe('Entries that phones accept but that are probably mistakes')

export const appsAnswer = z.object({
  android: z.array(androidApp).describe('Android apps that open the links'),
  ios: z.array(iosApp).describe('iOS apps that open the links'),
  hints,
})

/**
 * The file, or null to serve the one made from the apps. The operation validates the file, because its messages are
 * more specific than those of a schema.
 */
export const associationFileBody = z.unknown().meta({
  description: 'The file to serve; null serves the file generated from the apps',
})

export const associationFileAnswer = z.object({
  source: z
    .enum(['pasted', 'apps', 'none'])
    .describe(
      'Source of the file: pasted, generated from the apps, or none (link hosts return 404)',
    ),
  file: z.string().nullable().describe('The exact bytes that link hosts serve'),
  hints,
})

const place = z.number().int().min(1)

/** POST …/check: every problem of a file that is not saved. */
export const checkedFile = z.object({
  ok: z.boolean().describe('Whether the file would be saved: it has no error'),
  problems: z
    .array(
      z.object({
        severity: z
          .enum(['error', 'warning'])
          .describe('`error`: phones ignore the file or the entry. `warning`: probably a mistake'),
        rule: z.string().describe('Name of the rule'),
        path: z.string().describe('Position in the file; empty for the whole file'),
        line: place.describe('Line, from 1'),
        column: place.describe('Column, from 1'),
        message: z.string().describe('What is wrong, and what to do'),
      }),
    )
    .describe('Errors and warnings, at most 100 of each'),
})

/** The longest DNS name, and a port. */
const MAX_HOST = 259

export const servedFilesQuery = z.strictObject({
  host: cleanText(1, MAX_HOST).describe(
    'The link host of the project or one of its proved custom domains, such as go.example.com',
  ),
})

export type ServedFilesQuery = z.output<typeof servedFilesQuery>

/** Longer files are cut in the response, not in the comparison. */
export const MAX_SERVED_CHARACTERS = 128 * 1024

const servedFile = z.object({
  kind: z
    .enum(['asset-links', 'app-site-association'])
    .describe('assetlinks.json for Android, or apple-app-site-association for iOS'),
  url: z.string().describe('Where phones read the file'),
  ok: z
    .boolean()
    .describe(
      'Whether the host serves exactly the stored file, or 404 if no file is stored. Phones also need https',
    ),
  problem: z
    .object({
      code: z
        .enum(['unreachable', 'redirect', 'status', 'content_type', 'content'])
        .describe('Kind of problem'),
      message: z.string().describe('What is wrong with the response, and what to do'),
    })
    .nullable()
    .describe('Why not; null if `ok`'),
  status: z.number().int().nullable().describe('HTTP status; null without a response'),
  file: z
    .string()
    .nullable()
    .describe(
      `The body of a response with status 200, at most ${MAX_SERVED_CHARACTERS} characters; null otherwise`,
    ),
  differences: z
    .array(z.string())
    .describe('How this body differs from the stored file, in sentences, at most 20'),
})

export const servedFiles = z
  .object({
    host: z.string().describe('The host without port'),
    checked_at: timestamp.describe('When the host was requested'),
    files: z.array(servedFile).describe('Both files'),
  })
  .meta({ id: 'ServedFiles' })

export type ServedFilesWire = z.infer<typeof servedFiles>
