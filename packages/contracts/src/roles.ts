import { z } from 'zod'
import { ABILITIES } from './abilities.js'

/** The role of a member in a project; each role stands for abilities of admin tokens (docs/api-contract.md, "Roles"). */
export const role = z.enum(['viewer', 'editor', 'owner'], 'must be viewer, editor or owner')

export type Role = z.infer<typeof role>

/** `administrator` is an administrator of the installation who has no role in the project. */
export type ActingRole = Role | 'administrator'

const EDITED = ['app-association', 'campaigns', 'deliveries', 'domains', 'links', 'webhooks']

const READ = ABILITIES.filter((ability) => ability.endsWith(':read'))

const ABILITIES_OF: Readonly<Record<ActingRole, readonly string[]>> = {
  viewer: READ,
  editor: [...READ, ...EDITED.map((resource) => `${resource}:write`)].sort(),
  owner: ['*'],
  administrator: ['*'],
}

export function abilitiesOf(acting: ActingRole): readonly string[] {
  return ABILITIES_OF[acting]
}

/** Maps an ability to the broader ability that includes it. */
const INCLUDED_IN: Readonly<Record<string, string>> = {
  'app-association:write': 'project:write',
}

/** Whether the abilities include the needed one. */
export function permits(abilities: readonly string[], needed: string): boolean {
  return abilities.some(
    (ability) => ability === '*' || ability === needed || ability === INCLUDED_IN[needed],
  )
}
