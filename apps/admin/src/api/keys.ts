import type { ProjectContext } from '../shell/project-context.js'

/** Cache keys start with the project, so that projects never share cached data. */
export function projectKey({ project }: Pick<ProjectContext, 'project'>, ...rest: unknown[]) {
  return ['p', project.project_id, ...rest] as const
}
