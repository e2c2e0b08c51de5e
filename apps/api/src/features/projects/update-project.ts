import {
  MAX_PRIVACY_ENTRIES,
  project as schema,
  type UpdateProjectBody,
} from '@throughline/contracts/project'
import { checkDestinationPattern } from '@throughline/core/links/destination'
import { fieldErrors, type FieldErrors } from '@throughline/core/lib/errors'
import { writeAudit } from '@throughline/db/projects/audit'
import { notifyProjectChange } from '@throughline/db/links/link-changes'
import {
  listProvedDomains,
  lockProject,
  updateProject as updateRow,
  type ProjectRecord,
} from '@throughline/db/projects/projects'
import { auditActor } from '../../http/access.js'
import { givenFields } from '../../http/given-fields.js'
import { requireVersion } from '../../http/if-match.js'
import type { Answer, Call } from '../../http/route.js'
import { checkIcon } from './check-icon.js'
import { describeProject } from './read-project.js'

export async function updateProject(
  call: Call<object, unknown, UpdateProjectBody>,
): Promise<Answer> {
  const { db, body } = call
  const before = await lockProject(db, call.project.id)
  requireVersion(call, before)
  const problems = { ...settingsErrors(before, body), ...(await hostErrors(call)) }
  if (Object.keys(problems).length > 0) throw fieldErrors(problems)
  const project = await updateRow(db, before.id, changesOf(before, body))
  await writeAudit(db, {
    projectId: project.id,
    ...auditActor(call.actor),
    action: 'project.update',
    target: `project:${project.id}`,
    details: { fields: Object.keys(givenFields(body)) },
  })
  await notifyProjectChange(db, project.id)
  return { status: 200, body: await describeProject(call, project) }
}

/** The errors of a project's new settings that the schema does not cover. */
export function settingsErrors(before: ProjectRecord, body: UpdateProjectBody): FieldErrors {
  const patterns = [...(body.allowed_destinations ?? []).entries()].flatMap(([index, pattern]) => {
    const reason = checkDestinationPattern(pattern)
    return reason === null ? [] : `allowed_destinations[${index}] "${pattern}": ${reason}`
  })
  const icon = body.icon == null ? null : checkIcon(body.icon)
  const privacy = body.privacy === undefined ? null : privacyProblem(before, body.privacy)
  return {
    ...(patterns.length > 0 && { allowed_destinations: patterns }),
    ...(icon !== null && { icon: [icon] }),
    ...(privacy !== null && { privacy: [privacy] }),
  }
}

/** A domain whose proof is missing is served by no link host, so short URLs with it would lead nowhere. */
async function hostErrors({
  db,
  project,
  body,
}: Call<object, unknown, UpdateProjectBody>): Promise<FieldErrors> {
  const host = body.default_link_host ?? null
  if (host === null || (await listProvedDomains(db, project.id)).includes(host)) return {}
  return { default_link_host: ['must be a proved domain of the project'] }
}

function changesOf(before: ProjectRecord, body: UpdateProjectBody) {
  const { attribution = {} } = body
  return givenFields({
    name: body.name,
    sdkScopes: body.sdk_scopes,
    allowedDestinations: body.allowed_destinations && [...new Set(body.allowed_destinations)],
    sdkWrites: body.sdk_writes,
    windowMinutes: attribution.window_minutes,
    clipboard: attribution.clipboard,
    consentRequired: attribution.consent_required,
    fingerprintQuery: attribution.fingerprint_query,
    minConfidence: attribution.min_confidence,
    deliverSdkTests: attribution.deliver_sdk_tests,
    privacy: body.privacy && mergePrivacy(before, body.privacy),
    icon: body.icon,
    defaultLinkHost: body.default_link_host,
  })
}

type PrivacyChanges = NonNullable<UpdateProjectBody['privacy']>

/** A project that already has more entries than allowed may keep and replace them. */
function privacyProblem(before: ProjectRecord, given: PrivacyChanges): string | null {
  const kept = Object.keys(mergePrivacy(before, {})).length
  const merged = Object.keys(mergePrivacy(before, given)).length
  return merged > Math.max(kept, MAX_PRIVACY_ENTRIES)
    ? `must leave the project at most ${MAX_PRIVACY_ENTRIES} entries`
    : null
}

/** Merges entries; null removes an entry. */
function mergePrivacy(
  before: ProjectRecord,
  given: PrivacyChanges,
): Record<string, string | number | boolean> {
  const kept = schema.shape.privacy.parse(before.privacy)
  return Object.fromEntries(
    Object.entries({ ...kept, ...given }).filter(
      (entry): entry is [string, string | number | boolean] => entry[1] !== null,
    ),
  )
}
