import type { Answer, Call } from '../../http/route.js'
import { presentProject } from './present-project.js'

export function getProject({ ctx, project }: Call<object>): Promise<Answer> {
  return Promise.resolve({ status: 200, body: presentProject(project, ctx.config) })
}
