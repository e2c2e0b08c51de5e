import {
  createdUser,
  createUserBody,
  listUsersQuery,
  resetLink,
  resetUserBody,
  updateUserBody,
  user,
  userPage,
} from '@throughline/contracts/users'
import { deletedRecord } from '@throughline/contracts/webhook'
import { accountRoute } from '../../http/route.js'
import { createResetLink, createUser, deleteUser, listUsers, updateUser } from './users.js'

const ALL = { tag: 'Users', access: 'administrator' } as const
const SENSITIVE = { ...ALL, needsRecentSignIn: true } as const

export const userRoutes = [
  accountRoute({
    ...ALL,
    method: 'get',
    path: '/api/users',
    summary: 'List all users, newest first',
    description:
      'Returns the users of the installation. The roles of a user are listed by each project. Only administrators may call it.',
    query: listUsersQuery,
    answers: { 200: { description: 'A page of users', schema: userPage } },
    run: listUsers,
  }),
  accountRoute({
    ...SENSITIVE,
    method: 'post',
    path: '/api/users',
    summary: 'Create a user',
    description:
      'The response contains a link with which the user sets a password; it can be used once within an hour. The user has no access to projects until they accept an invitation.',
    isCreate: true,
    body: createUserBody,
    example: { email: 'grace@example.com', name: 'Grace', is_admin: false },
    answers: { 201: { description: 'The user and the link', schema: createdUser } },
    problems: [409],
    run: createUser,
  }),
  accountRoute({
    ...SENSITIVE,
    method: 'put',
    path: '/api/users/:id',
    summary: 'Change a user',
    description:
      'Omitted fields keep their value. The last administrator cannot be demoted; the response is 409 `last_administrator`.',
    params: { id: 'integer' },
    body: updateUserBody,
    example: { name: 'Grace' },
    answers: { 200: { description: 'The user', schema: user } },
    problems: [409],
    run: updateUser,
  }),
  accountRoute({
    ...SENSITIVE,
    method: 'delete',
    path: '/api/users/:id',
    summary: 'Remove a user',
    description:
      'Ends the sessions of the user and removes all roles; admin tokens that the user created stay valid. The last administrator and the only owner of a project cannot be removed; the response is 409.',
    params: { id: 'integer' },
    answers: { 200: { description: 'The removed user', schema: deletedRecord } },
    problems: [409],
    run: deleteUser,
  }),
  accountRoute({
    ...SENSITIVE,
    method: 'post',
    path: '/api/users/:id/reset',
    summary: 'Create a reset link for a user',
    description:
      'The response contains a link with which the user sets a new password. It can be used once within an hour and invalidates earlier links. With `totp`, its use also removes the authenticator app of the account.',
    params: { id: 'integer' },
    body: resetUserBody,
    example: { totp: false },
    isBodyOptional: true,
    answers: { 200: { description: 'The link', schema: resetLink } },
    run: createResetLink,
  }),
]
