import { createContext, use } from 'react'
import type { Api } from '../api/client.js'
import type { Membership } from '../api/session.js'

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
