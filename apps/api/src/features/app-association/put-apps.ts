import { projectApps, type PutAppsBody } from '@throughline/contracts/association'
import { checkApps } from '@throughline/core/association/check-apps'
import { lockAssociation, saveAssociation } from '@throughline/db/projects/association'
import { writeAudit } from '@throughline/db/projects/audit'
import { notifyProjectChange } from '@throughline/db/links/link-changes'
import { credentialOf } from '../../http/authenticate.js'
import type { Answer, Call } from '../../http/route.js'
import { presentApps } from './present-apps.js'
import { rejectProblems } from './reject-problems.js'

/** Keeps the apps of which both association files are made where none was pasted. */
export async function putApps(call: Call<object, unknown, PutAppsBody>): Promise<Answer> {
  const { db, body } = call
  const before = projectApps.parse((await lockAssociation(db, call.project.id)).apps)
  const apps = { android: body.android ?? before.android, ios: body.ios ?? before.ios }
  rejectProblems('The list', checkApps(apps), fieldOf)
  const project = await saveAssociation(db, call.project.id, { apps })
  await writeAudit(db, {
    projectId: project.id,
    actor: credentialOf(call.actor),
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

/** `android[0].package_name` as the fields of all refusals are named: `android.0.package_name`. */
function fieldOf(path: string): string {
  return path.replace(/\[(\d+)\]/g, '.$1')
}
