import type { ProjectContext } from '../shell/project-context.js'

/** Of a project, so that caches are never shared between projects. */
export function projectKey({ project }: Pick<ProjectContext, 'project'>, ...rest: unknown[]) {
  return ['p', project.project_id, ...rest] as const
}
