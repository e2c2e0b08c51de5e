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
      'Returns the users with a role in the project, the newest user first. Administrators of the installation may act in the project without being members.',
    query: listMembersQuery,
    answers: { 200: { description: 'A page of members', schema: memberPage } },
    run: listMembers,
  }),
  route({
    ...WRITES,
    method: 'put',
    path: '/api/project/members/:id',
    summary: 'Give a member another role',
    description:
      'The role applies from the member’s next request on. The last owner is answered 409 `last_owner`. Nobody can grant a role that permits more than they may do themselves.',
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
      'The member has no access from the next request on. Admin tokens that the member created stay valid and are listed in `tokens`; set `revoke_tokens=true` to revoke them. The last owner is answered 409 `last_owner`.',
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
      'Returns invitations that are neither accepted nor expired. Their links are shown only when they are created.',
    query: listInvitationsQuery,
    answers: { 200: { description: 'A page of invitations', schema: invitationPage } },
    run: listInvitations,
  }),
  route({
    ...WRITES,
    method: 'post',
    path: '/api/project/invitations',
    summary: 'Invite somebody to the project',
    description:
      'The response contains the link to send; it works once, within seven days. An address with an account joins by signing in. Another invitation of the same address replaces the first one.',
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
      'The link and its end stay the same. An invitation that was accepted or has expired is answered 404; change the role of the member instead.',
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
      'The link no longer works. An invitation that was accepted is answered 404; remove the member instead.',
    params: { id: 'integer' },
    answers: { 200: { description: 'The withdrawn invitation', schema: deletedRecord } },
    run: deleteInvitation,
  }),
]
