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
      'Of the app signing key of Play, and of every other key that signs what phones install',
    ),
})

const iosApp = z.object({
  team_id: cleanText(1, 255).describe('10 capital letters and digits'),
  bundle_id: cleanText(1, 255).describe('Without the team id, such as com.acme.shop'),
})

/** A list of apps of one platform. */
const apps = <App extends z.ZodType>(app: App) =>
  z.array(app).max(MAX_APPS, `must have at most ${MAX_APPS} entries`)

/** PUT /api/project/apps: a missing list stays as it is, an empty one takes its file away. */
export const putAppsBody = z.object({
  android: apps(androidApp).optional(),
  ios: apps(iosApp).optional(),
})

export type PutAppsBody = z.output<typeof putAppsBody>

/** A project's apps, from which the association files are made; also how they are stored. */
export const projectApps = z.object({
  android: z.array(androidApp).default([]),
  ios: z.array(iosApp).default([]),
})

export type ProjectApps = z.output<typeof projectApps>

/** What is no error and yet worth a look. */
const hints = z
  .array(z.object({ rule: z.string(), path: z.string(), message: z.string() }))
  .describe('What phones accept, and what is most often not meant')

/** What PUT and GET /api/project/apps answer. */
export const appsAnswer = z.object({
  android: z.array(androidApp),
  ios: z.array(iosApp),
  hints,
})

/**
 * PUT of an association file: the file itself, or null to go back to the one made from the apps. Its shape is judged by
 * the platform's rules, which know better words than a schema.
 */
export const associationFileBody = z.unknown().meta({
  description: 'The file itself, as it shall be served; null to serve the one made from the apps',
})

/** What PUT and GET of an association file answer. */
export const associationFileAnswer = z.object({
  source: z
    .enum(['pasted', 'apps', 'none'])
    .describe(
      'Whether it was pasted, is made from the apps, or there is none (404 on the link host)',
    ),
  file: z.string().nullable().describe('What the link hosts serve, byte for byte'),
  hints,
})
