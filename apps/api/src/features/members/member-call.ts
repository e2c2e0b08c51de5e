import { abilitiesOf, permits, type Role } from '@throughline/contracts/roles'
import { ABILITIES } from '@throughline/contracts/abilities'
import { domainError } from '@throughline/core/lib/errors'
import { writeAudit, type AuditNote } from '@throughline/db/projects/audit'
import { auditActor, type Actor } from '../../http/access.js'
import type { Call } from '../../http/route.js'

/** Rejects granting a role that permits more than the caller may do. */
export function requireOwnAbilities(actor: Actor, role: Role): void {
  const own = actor.kind === 'sdk' ? [] : actor.abilities
  const wanted = abilitiesOf(role).includes('*') ? ['*'] : abilitiesOf(role)
  const isAll = own.includes('*') || ABILITIES.every((ability) => own.includes(ability))
  const lacking = wanted.find((ability) => (ability === '*' ? !isAll : !permits(own, ability)))
  if (lacking === undefined) return
  throw domainError(
    'forbidden',
    `The role ${role} permits more than you may do, such as ${lacking === '*' ? 'everything' : lacking}, so you cannot grant it.`,
  )
}

export function auditMember(
  { db, project, actor }: Pick<Call, 'db' | 'project' | 'actor'>,
  action: string,
  { target, details = {} }: Pick<AuditNote, 'target' | 'details'>,
): Promise<void> {
  return writeAudit(db, { projectId: project.id, ...auditActor(actor), action, target, details })
}

export function lastOwner() {
  return domainError(
    'last_owner',
    'This is the only owner of the project. Make another member an owner first.',
  )
}
