import {
  MAX_PRIVACY_ENTRIES,
  project as schema,
  type UpdateProjectBody,
} from '@throughline/contracts/project'
import { checkDestinationPattern } from '@throughline/core/links/destination'
import { fieldError } from '@throughline/core/lib/errors'
import { writeAudit } from '@throughline/db/projects/audit'
import { notifyProjectChange } from '@throughline/db/links/link-changes'
import {
  lockProject,
  updateProject as updateRow,
  type ProjectRecord,
} from '@throughline/db/projects/projects'
import { credentialOf } from '../../http/authenticate.js'
import { givenFields } from '../../http/given-fields.js'
import type { Answer, Call } from '../../http/route.js'
import { checkIcon } from './check-icon.js'
import { presentProject } from './read-project.js'

export async function updateProject(
  call: Call<object, unknown, UpdateProjectBody>,
): Promise<Answer> {
  const { ctx, db, body } = call
  rejectWrong(body)
  const before = await lockProject(db, call.project.id)
  const project = await updateRow(db, before.id, changesOf(before, body))
  await writeAudit(db, {
    projectId: project.id,
    actor: credentialOf(call.actor),
    action: 'project.update',
    target: `project:${project.id}`,
    details: { fields: Object.keys(givenFields(body)) },
  })
  await notifyProjectChange(db, project.id)
  return { status: 200, body: presentProject(project, ctx.config) }
}

function rejectWrong({ allowed_destinations: patterns = [], icon }: UpdateProjectBody): void {
  for (const pattern of patterns) {
    const reason = checkDestinationPattern(pattern)
    if (reason !== null) throw fieldError('allowed_destinations', `${pattern}: ${reason}`)
  }
  const reason = icon == null ? null : checkIcon(icon)
  if (reason !== null) throw fieldError('icon', reason)
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
  })
}

/** Null removes an entry. Rejects entries beyond a project's limit. */
function mergePrivacy(
  before: ProjectRecord,
  given: NonNullable<UpdateProjectBody['privacy']>,
): Record<string, string | number | boolean> {
  const kept = schema.shape.privacy.parse(before.privacy)
  const merged = Object.entries({ ...kept, ...given }).filter(
    (entry): entry is [string, string | number | boolean] => entry[1] !== null,
  )
  const isMore = merged.length > Object.keys(kept).length
  if (isMore && merged.length > MAX_PRIVACY_ENTRIES)
    throw fieldError('privacy', `must leave the project at most ${MAX_PRIVACY_ENTRIES} entries`)
  return Object.fromEntries(merged)
}
