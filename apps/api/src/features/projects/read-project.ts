import type { Answer, Call } from '../../http/route.js'
import { project as schema, type ProjectWire } from '@throughline/contracts/project'
import { DEFAULT_MIN_CONFIDENCE } from '@throughline/core/matching/match-model'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { ProjectRecord } from '@throughline/db/projects/projects'
import type { Config } from '../../config.js'
import { linkHostOf } from '../../domain/links/hosts.js'

export function getProject({ ctx, project }: Call<object>): Promise<Answer> {
  return Promise.resolve({ status: 200, body: presentProject(project, ctx.config) })
}

export function presentProject(
  project: ProjectRecord,
  config: Pick<Config, 'linkBaseHost' | 'isProduction'>,
): ProjectWire {
  const { sdk_scopes: scopes, sdk_writes: writes, privacy, attribution } = schema.shape
  return {
    id: project.id,
    name: project.name,
    link_host: linkHostOf(config, project.prefix),
    sdk_scopes: scopes.parse(project.sdkScopes),
    allowed_destinations: project.allowedDestinations,
    sdk_writes: writes.parse(project.sdkWrites),
    attribution: attribution.parse({
      window_minutes: project.windowMinutes,
      clipboard: project.clipboard,
      consent_required: project.consentRequired,
      fingerprint_query: project.fingerprintQuery,
      min_confidence: project.minConfidence ?? DEFAULT_MIN_CONFIDENCE,
      deliver_sdk_tests: project.deliverSdkTests ?? !config.isProduction,
    }),
    privacy: privacy.parse(project.privacy),
    icon: project.icon,
    created_at: formatTimestamp(project.createdAt),
    updated_at: formatTimestamp(project.updatedAt),
  }
}
