import { createContext, use } from 'react'
import { createApi, type Api } from '../api/client.js'
import type { Me, Membership } from '../api/session.js'

export interface ProjectContext {
  project: Membership
  api: Api
  /** Whether the role has an ability such as `links:write`. */
  can: (ability: string) => boolean
}

export const ProjectContext = createContext<ProjectContext | null>(null)

/** Returns the project in the address. Works only inside the shell. */
export function useProject(): ProjectContext {
  const context = use(ProjectContext)
  if (context === null) throw new Error('There is no project outside the shell')
  return context
}

/** Null if it does not exist or the user may not open it. */
export function openProject({ memberships }: Me, prefix: string): ProjectContext | null {
  const project = memberships.find((one) => one.prefix === prefix)
  if (project === undefined) return null
  const { abilities } = project
  return {
    project,
    api: createApi(project.project_id),
    can: (ability) => abilities.includes('*') || abilities.includes(ability),
  }
}
