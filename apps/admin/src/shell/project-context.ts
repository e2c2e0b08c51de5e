import { createContext, use } from 'react'
import { createApi, type Api } from '../api/client.js'
import type { Me, Membership } from '../api/session.js'

export interface ProjectContext {
  project: Membership
  api: Api
  /** Whether the role permits it: `links:write`. */
  can: (ability: string) => boolean
}

export const ProjectContext = createContext<ProjectContext | null>(null)

/** The project of the address, for everything below the shell. */
export function useProject(): ProjectContext {
  const context = use(ProjectContext)
  if (context === null) throw new Error('There is no project outside the shell')
  return context
}

/** Null: the user may not open it, or there is none. */
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
