import { z } from 'zod'
import { cleanText } from './text.js'

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
