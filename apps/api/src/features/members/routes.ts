import {
  createdInvitation,
  createInvitationBody,
  deletedMember,
  deleteMemberQuery,
  invitation,
  invitationPage,
  listInvitationsQuery,
  listMembersQuery,
  member,
  memberPage,
  updateInvitationBody,
  updateMemberBody,
} from '@throughline/contracts/members'
import { deletedRecord } from '@throughline/contracts/webhook'
import { route } from '../../http/route.js'
import { deleteMember, listMembers, updateMember } from './change-members.js'
import {
  createInvitation,
  deleteInvitation,
  listInvitations,
  updateInvitation,
} from './invitations.js'

const READS = { tag: 'Members', access: 'management:members:read' } as const
const WRITES = {
  tag: 'Members',
  access: 'management:members:write',
  needsRecentSignIn: true,
} as const

export const memberRoutes = [
  route({
    ...READS,
    method: 'get',
    path: '/api/project/members',
    summary: 'List the members of the project',
    description:
      'Returns the users with a role in the project, newest user first. Administrators of the installation may act in the project without being members.',
    query: listMembersQuery,
    answers: { 200: { description: 'A page of members', schema: memberPage } },
    run: listMembers,
  }),
  route({
    ...WRITES,
    method: 'put',
    path: '/api/project/members/:id',
    summary: 'Change the role of a member',
    description:
      'The role applies from the member’s next request on. The role of the last owner cannot be changed; the response is 409 `last_owner`. Callers cannot grant a role that permits more than they may do themselves.',
    params: { id: 'integer' },
    body: updateMemberBody,
    example: { role: 'editor' },
    answers: { 200: { description: 'The member', schema: member } },
    problems: [409],
    run: updateMember,
  }),
  route({
    ...WRITES,
    method: 'delete',
    path: '/api/project/members/:id',
    summary: 'Remove a member',
    description:
      'The member loses access from the next request on. Admin tokens that the member created stay valid and are listed in `tokens`; set `revoke_tokens=true` to revoke them. The last owner cannot be removed; the response is 409 `last_owner`.',
    params: { id: 'integer' },
    query: deleteMemberQuery,
    answers: { 200: { description: 'The removed member', schema: deletedMember } },
    problems: [409],
    run: deleteMember,
  }),
  route({
    ...READS,
    method: 'get',
    path: '/api/project/invitations',
    summary: 'List open invitations, newest first',
    description:
      'Returns invitations that are neither accepted nor expired. The link of an invitation is returned only when it is created.',
    query: listInvitationsQuery,
    answers: { 200: { description: 'A page of invitations', schema: invitationPage } },
    run: listInvitations,
  }),
  route({
    ...WRITES,
    method: 'post',
    path: '/api/project/invitations',
    summary: 'Invite a user to the project',
    description:
      'The response contains the link to send; it can be used once within seven days. A user who has an account accepts by signing in. Another invitation for the same address replaces the first one.',
    isCreate: true,
    body: createInvitationBody,
    example: { email: 'grace@example.com', role: 'viewer' },
    answers: { 201: { description: 'The invitation with its link', schema: createdInvitation } },
    problems: [409],
    run: createInvitation,
  }),
  route({
    ...WRITES,
    method: 'put',
    path: '/api/project/invitations/:id',
    summary: 'Change the role of an invitation',
    description:
      'The link and its expiry do not change. For an accepted or expired invitation, the response is 404; change the role of the member instead.',
    params: { id: 'integer' },
    body: updateInvitationBody,
    example: { role: 'editor' },
    answers: { 200: { description: 'The invitation', schema: invitation } },
    run: updateInvitation,
  }),
  route({
    ...WRITES,
    method: 'delete',
    path: '/api/project/invitations/:id',
    summary: 'Withdraw an invitation',
    description:
      'The link no longer works. For an accepted invitation, the response is 404; remove the member instead.',
    params: { id: 'integer' },
    answers: { 200: { description: 'The withdrawn invitation', schema: deletedRecord } },
    run: deleteInvitation,
  }),
]
