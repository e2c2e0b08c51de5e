import type { Answer, Call } from '../../http/route.js'
import { presentApps } from './present-apps.js'

/** Answers the apps from which the association files are made (contract §5). */
export function getApps({ project }: Call<object>): Promise<Answer> {
  return Promise.resolve({ status: 200, body: presentApps(project) })
}
