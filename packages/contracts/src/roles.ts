import { z } from 'zod'
import { ABILITIES } from './abilities.js'

/** What a member of a project may do there, as abilities of admin tokens (docs/api-contract.md, "Roles"). */
export const role = z.enum(['viewer', 'editor', 'owner'], 'must be viewer, editor or owner')

export type Role = z.infer<typeof role>

/** `administrator` is a user of the installation without a role in the project. */
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

/** Abilities that another one includes. */
const INCLUDED_IN: Readonly<Record<string, string>> = {
  'app-association:write': 'project:write',
}

/** Whether abilities permit what needs this one. */
export function permits(abilities: readonly string[], needed: string): boolean {
  return abilities.some(
    (ability) => ability === '*' || ability === needed || ability === INCLUDED_IN[needed],
  )
}
