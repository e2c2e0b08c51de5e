import type {
  DeleteMemberQuery,
  ListMembersQuery,
  MemberWire,
  UpdateMemberBody,
} from '@throughline/contracts/members'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import {
  deleteMember as deleteRow,
  findMember,
  isLastOwner,
  listMembers as listRows,
  putMember,
  type MemberRecord,
} from '@throughline/db/accounts/members'
import {
  listTokensOfUser,
  revokeAdminToken,
  type RevokedToken,
} from '@throughline/db/projects/admin-tokens'
import { lockProject } from '@throughline/db/projects/projects'
import { notFound } from '../../http/path-params.js'
import { readIntegerCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { auditMember, lastOwner, requireOwnAbilities } from './member-call.js'

export async function listMembers(call: Call<object, ListMembersQuery>): Promise<Answer> {
  const { db, project, query } = call
  const rows = await listRows(db, {
    projectId: project.id,
    beforeId: readIntegerCursor(query.cursor),
    limit: query.limit + 1,
  })
  return { status: 200, body: toPage(rows, query.limit, presentMember) }
}

export async function updateMember(
  call: Call<{ id: number }, unknown, UpdateMemberBody>,
): Promise<Answer> {
  const { db, project, actor, body } = call
  const before = await requireMember(call)
  requireOwnAbilities(actor, body.role)
  requireOwnAbilities(actor, before.role)
  const key = { projectId: project.id, userId: before.id }
  if (body.role !== 'owner' && (await isLastOwner(db, key))) throw lastOwner()
  await putMember(db, key, body.role)
  await auditMember(call, 'member.update', {
    target: `user:${before.id}`,
    details: { name: before.name, from: before.role, to: body.role },
  })
  return { status: 200, body: presentMember({ ...before, role: body.role }) }
}

/**
 * Removes a member. Tokens outlive the member who created them, so the response lists them, or they are also revoked.
 */
export async function deleteMember(call: Call<{ id: number }, DeleteMemberQuery>): Promise<Answer> {
  const { db, project, actor, query } = call
  const member = await requireMember(call)
  requireOwnAbilities(actor, member.role)
  const key = { projectId: project.id, userId: member.id }
  if (await isLastOwner(db, key)) throw lastOwner()
  await deleteRow(db, key)
  const revoked = query.revoke_tokens ? await revokeTokens(call, member.id) : []
  const tokens = await listTokensOfUser(db, key)
  await auditMember(call, 'member.delete', {
    target: `user:${member.id}`,
    details: { name: member.name, role: member.role, revoked_tokens: revoked.map(({ id }) => id) },
  })
  return {
    status: 200,
    body: { id: member.id, deleted: true, tokens, revoked_tokens: revoked },
  }
}

async function revokeTokens(call: Call<unknown>, userId: number): Promise<RevokedToken[]> {
  const { db, project } = call
  const projectId = project.id
  const revoked: RevokedToken[] = []
  for (const { id } of await listTokensOfUser(db, { projectId, userId })) {
    for (const token of await revokeAdminToken(db, { projectId, id, keepChildren: false })) {
      revoked.push(token)
      const details = { member: userId }
      await auditMember(call, 'token.delete', { target: `token:${token.id}`, details })
    }
  }
  return revoked
}

/** Returns a member. Locks the project, so that two calls cannot remove the last two owners. */
async function requireMember({
  db,
  project,
  params,
}: Pick<Call<{ id: number }>, 'db' | 'project' | 'params'>): Promise<MemberRecord> {
  await lockProject(db, project.id)
  const member = await findMember(db, { projectId: project.id, userId: params.id })
  if (member === null) throw notFound()
  return member
}

function presentMember(member: MemberRecord): MemberWire {
  return {
    id: member.id,
    email: member.email,
    name: member.name,
    role: member.role,
    has_password: member.hasPassword,
    has_totp: member.hasTotp,
    has_oidc: member.hasOidc,
    created_at: formatTimestamp(member.createdAt),
  }
}
