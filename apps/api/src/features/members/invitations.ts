import type {
  CreateInvitationBody,
  InvitationWire,
  ListInvitationsQuery,
  UpdateInvitationBody,
} from '@throughline/contracts/members'
import { role as roleSchema } from '@throughline/contracts/roles'
import { domainError } from '@throughline/core/lib/errors'
import { oneTimeLinkUrl } from '@throughline/core/security/random-token'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { isMemberByEmail } from '@throughline/db/accounts/members'
import {
  createOneTimeLink,
  deleteInvitation as deleteRow,
  findInvitation,
  listInvitations as listRows,
  updateInvitation as updateRow,
  type OneTimeLinkRecord,
} from '@throughline/db/accounts/one-time-links'
import { lockProject } from '@throughline/db/projects/projects'
import { credentialOf } from '../../http/access.js'
import { notFound } from '../../http/path-params.js'
import { readIntegerCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { auditMember, requireOwnAbilities } from './member-call.js'

export async function listInvitations(call: Call<object, ListInvitationsQuery>): Promise<Answer> {
  const { db, project, query } = call
  const rows = await listRows(db, {
    projectId: project.id,
    beforeId: readIntegerCursor(query.cursor),
    limit: query.limit + 1,
  })
  return { status: 200, body: toPage(rows, query.limit, presentInvitation) }
}

/**
 * Creates an invitation. The response does not reveal whether the address has an account, only whether it is a member.
 */
export async function createInvitation(
  call: Call<object, unknown, CreateInvitationBody>,
): Promise<Answer> {
  const { ctx, db, project, actor, body } = call
  requireOwnAbilities(actor, body.role)
  await lockProject(db, project.id)
  if (await isMemberByEmail(db, project.id, body.email))
    throw domainError(
      'conflict',
      'This address already belongs to a member. Change the role of the member instead.',
    )
  const purpose = { kind: 'invitation', projectId: project.id, ...body } as const
  const { record, token } = await createOneTimeLink(db, purpose, credentialOf(actor))
  await auditMember(call, 'invitation.create', {
    target: `invitation:${record.id}`,
    details: { email: body.email, role: body.role },
  })
  return {
    status: 201,
    body: {
      ...presentInvitation(record),
      url: oneTimeLinkUrl(ctx.config.publicUrl, 'invitation', token),
    },
  }
}

/** Changes the role of an invitation. The link and its expiry do not change. */
export async function updateInvitation(
  call: Call<{ id: number }, unknown, UpdateInvitationBody>,
): Promise<Answer> {
  const { db, project, actor, params, body } = call
  await lockProject(db, project.id)
  const before = await findInvitation(db, { projectId: project.id, id: params.id })
  if (before === null || before.expiresAt <= new Date()) throw notFound()
  requireOwnAbilities(actor, body.role)
  requireOwnAbilities(actor, roleSchema.parse(before.role))
  const invitation = await updateRow(db, before.id, body.role)
  await auditMember(call, 'invitation.update', {
    target: `invitation:${before.id}`,
    details: { email: before.email, from: before.role, to: body.role },
  })
  return { status: 200, body: presentInvitation(invitation) }
}

export async function deleteInvitation(call: Call<{ id: number }>): Promise<Answer> {
  const { db, project, params } = call
  await lockProject(db, project.id)
  const invitation = await deleteRow(db, { projectId: project.id, id: params.id })
  if (invitation === null) throw notFound()
  await auditMember(call, 'invitation.delete', {
    target: `invitation:${invitation.id}`,
    details: { email: invitation.email },
  })
  return { status: 200, body: { id: invitation.id, deleted: true } }
}

function presentInvitation(link: OneTimeLinkRecord): InvitationWire {
  return {
    id: link.id,
    email: link.email ?? '',
    role: roleSchema.parse(link.role),
    created_by: link.createdBy,
    created_at: formatTimestamp(link.createdAt),
    expires_at: formatTimestamp(link.expiresAt),
  }
}
