import { projectApps, type PutAppsBody } from '@throughline/contracts/association'
import { checkApps } from '@throughline/core/association/check-apps'
import { lockAssociation, saveAssociation } from '@throughline/db/projects/association'
import { writeAudit } from '@throughline/db/projects/audit'
import { notifyProjectChange } from '@throughline/db/links/link-changes'
import { auditActor } from '../../http/access.js'
import type { Answer, Call } from '../../http/route.js'
import { presentApps, presentFile } from './read-association.js'
import { checkFile, type AssociationKind } from '@throughline/core/association/effective-file'
import { domainError, type FieldErrors } from '@throughline/core/lib/errors'
import type { FileProblem } from '@throughline/core/association/file-problem'

/** Stores the apps from which the association files are made unless a file was pasted. */
export async function putApps(call: Call<object, unknown, PutAppsBody>): Promise<Answer> {
  const { db, body } = call
  const before = projectApps.parse((await lockAssociation(db, call.project.id)).apps)
  const apps = { android: body.android ?? before.android, ios: body.ios ?? before.ios }
  rejectProblems('The list', checkApps(apps), appField)
  const project = await saveAssociation(db, call.project.id, { apps })
  await writeAudit(db, {
    projectId: project.id,
    ...auditActor(call.actor),
    action: 'apps.update',
    target: `project:${project.id}`,
    details: {
      android: apps.android.map(({ package_name }) => package_name),
      ios: apps.ios.map(({ team_id, bundle_id }) => `${team_id}.${bundle_id}`),
    },
  })
  await notifyProjectChange(db, project.id)
  return { status: 200, body: presentApps(project) }
}

/** Converts `android[0].package_name` to the form of field errors, `android.0.package_name`. */
function appField(path: string): string {
  return path.replace(/\[(\d+)\]/g, '.$1')
}

const COLUMNS = {
  'asset-links': 'assetLinks',
  'app-site-association': 'appSiteAssociation',
} as const

/** Stores a pasted file byte for byte; null removes it. */
export async function putFile(kind: AssociationKind, call: Call<object>): Promise<Answer> {
  const { db, body, bodyText } = call
  const text = body === null ? null : bodyText
  if (text !== null) rejectProblems('The file', checkFile(kind, text), fileField)
  const project = await saveAssociation(db, call.project.id, { [COLUMNS[kind]]: text })
  await writeAudit(db, {
    projectId: project.id,
    ...auditActor(call.actor),
    action: `${kind}.${text === null ? 'clear' : 'update'}`,
    target: `project:${project.id}`,
    details: text === null ? {} : { bytes: Buffer.byteLength(text) },
  })
  await notifyProjectChange(db, project.id)
  return { status: 200, body: presentFile(kind, project) }
}

function fileField(path: string): string {
  return path === '' ? 'body' : path
}

/** Rejects problems with severity `error` as 422, each at the field that `toField` makes of its location. */
function rejectProblems(
  what: string,
  problems: readonly FileProblem[],
  toField: (path: string) => string,
): void {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (first === undefined) return
  const fields: FieldErrors = {}
  for (const { rule, path, message } of errors)
    (fields[toField(path)] ??= []).push(`${rule}: ${message}`)
  const more = errors.length === 1 ? '' : ` There are ${errors.length - 1} more; see errors.`
  const where = first.path === '' ? '' : ` at ${first.path}`
  throw domainError(
    'validation_failed',
    `${what} breaks the rule ${first.rule}${where}. ${first.message}${more}`,
    { fields },
  )
}
