import type { Answer, Call } from '../../http/route.js'
import { project as schema, type ProjectWire } from '@throughline/contracts/project'
import { DEFAULT_MIN_CONFIDENCE } from '@throughline/core/matching/match-model'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { listFormerKeys, type FormerKeyRecord } from '@throughline/db/projects/project-keys'
import type { ProjectRecord } from '@throughline/db/projects/projects'
import type { Config } from '../../config.js'
import { linkHostOf } from '../../domain/links/hosts.js'

export async function getProject(call: Call<object>): Promise<Answer> {
  return { status: 200, body: await describeProject(call, call.project) }
}

/** Presents a project to the caller. */
export async function describeProject(
  { ctx, db, actor }: Pick<Call, 'ctx' | 'db' | 'actor'>,
  project: ProjectRecord,
): Promise<ProjectWire> {
  const isViewer = actor.kind === 'user' && actor.role === 'viewer'
  const formerKeys = isViewer ? null : await listFormerKeys(db, project.id)
  return presentProject(project, { config: ctx.config, formerKeys })
}

/** @param reader the former keys to show; null hides all keys */
function presentProject(
  project: ProjectRecord,
  reader: {
    config: Pick<Config, 'linkBaseHost' | 'isProduction'>
    formerKeys: FormerKeyRecord[] | null
  },
): ProjectWire {
  const { config, formerKeys } = reader
  const { sdk_scopes: scopes, sdk_writes: writes, privacy, attribution } = schema.shape
  return {
    id: project.id,
    project_key: formerKeys === null ? null : project.key,
    former_keys:
      formerKeys?.map(({ key, replacedAt }) => ({
        key,
        replaced_at: formatTimestamp(replacedAt),
      })) ?? null,
    name: project.name,
    link_host: linkHostOf(config, project.prefix),
    default_link_host: project.defaultLinkHost,
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
    deletes_at: project.deletesAt === null ? null : formatTimestamp(project.deletesAt),
    is_sample: project.isSample,
    created_at: formatTimestamp(project.createdAt),
    updated_at: formatTimestamp(project.updatedAt),
    version: project.version,
  }
}
