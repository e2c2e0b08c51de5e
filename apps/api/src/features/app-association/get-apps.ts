import type { Answer, Call } from '../../http/route.js'
import { presentApps } from './present-apps.js'
import { requireAssociation } from './require-association.js'

/** Answers the apps from which the association files are made. */
export async function getApps(call: Call<object>): Promise<Answer> {
  return { status: 200, body: presentApps(await requireAssociation(call)) }
}
