import {
  changedPassword,
  changePasswordBody,
  confirmTotpBody,
  endedSessions,
  me,
  removedIdentity,
  sessionList,
  startedTotp,
  totpState,
  updateMeBody,
} from '@throughline/contracts/accounts'
import { accountRoute } from '../../http/route.js'
import { changePassword } from './change-password.js'
import { confirmTotp, removeTotp, startTotp } from './change-totp.js'
import { getMe, updateMe } from './me.js'
import { removeIdentity } from './remove-identity.js'
import { endOtherSessions, endOwnSession, listOwnSessions } from './sessions.js'

const OWN = { tag: 'Account', access: 'session' } as const

export const meRoutes = [
  accountRoute({
    ...OWN,
    method: 'get',
    path: '/api/me',
    summary: 'Read your account and its projects',
    description:
      'Returns the user of the session with each project and role. Administrators may act in every project; `GET /api/projects` lists all projects.',
    answers: { 200: { description: 'The account', schema: me } },
    run: getMe,
  }),
  accountRoute({
    ...OWN,
    method: 'put',
    path: '/api/me',
    summary: 'Change your name, time zone or theme',
    description:
      'Omitted fields keep their value. The e-mail address cannot be changed. To use another address, ask an administrator to create another account.',
    body: updateMeBody,
    example: { name: 'Ada', time_zone: 'Europe/London', theme: 'dark' },
    answers: { 200: { description: 'The account', schema: me } },
    run: updateMe,
  }),
  accountRoute({
    ...OWN,
    method: 'put',
    path: '/api/me/password',
    summary: 'Change your password',
    description:
      'Requires the current password. After sign-in with a start link, sets the first password and optionally the e-mail address. For an account that only signs in with OpenID Connect, sets the first password and requires such a sign-in in the last 15 minutes. Ends all other sessions and removes unused reset links.',
    addressLimit: 'sign_in',
    isTransaction: false,
    body: changePasswordBody,
    example: {
      current_password: 'correct horse battery',
      new_password: 'a longer sentence of words',
    },
    answers: { 200: { description: 'Changed', schema: changedPassword } },
    problems: [409],
    run: changePassword,
  }),
  accountRoute({
    ...OWN,
    method: 'post',
    path: '/api/me/totp',
    summary: 'Start using an authenticator app',
    description:
      'Returns a secret for the app. Sign-in requires codes only after `PUT /api/me/totp` has confirmed one. Requires a password confirmation in the last 15 minutes.',
    needsRecentSignIn: true,
    answers: { 200: { description: 'The secret, shown only once', schema: startedTotp } },
    problems: [409],
    run: startTotp,
  }),
  accountRoute({
    ...OWN,
    method: 'put',
    path: '/api/me/totp',
    summary: 'Confirm the authenticator app',
    description:
      'Takes the first code of the app; from then on, sign-in requires a code. Ends all other sessions. The confirmed code cannot be used again.',
    needsRecentSignIn: true,
    addressLimit: 'sign_in',
    body: confirmTotpBody,
    example: { code: '123456' },
    answers: { 200: { description: 'Sign-in requires a code', schema: totpState } },
    problems: [409],
    run: confirmTotp,
  }),
  accountRoute({
    ...OWN,
    method: 'delete',
    path: '/api/me/totp',
    summary: 'Stop using an authenticator app',
    description:
      'Sign-in then requires only the password. Ends all other sessions. Requires a confirmation of password and code in the last 15 minutes.',
    needsRecentSignIn: true,
    answers: { 200: { description: 'Sign-in requires no code', schema: totpState } },
    run: removeTotp,
  }),
  accountRoute({
    ...OWN,
    method: 'delete',
    path: '/api/me/oidc',
    summary: 'Disconnect the OpenID Connect identity',
    description:
      'Sign-in then requires the password. Ends all other sessions. An account without a password returns 409. To connect an identity, send `connect: true` to `POST /api/auth/oidc`.',
    needsRecentSignIn: true,
    answers: { 200: { description: 'Disconnected', schema: removedIdentity } },
    problems: [409],
    run: removeIdentity,
  }),
  accountRoute({
    ...OWN,
    method: 'get',
    path: '/api/me/sessions',
    summary: 'List your sessions',
    description:
      'Returns the browsers that are signed in, newest first. A session ends after 14 days without use, and at the latest after 30 days.',
    answers: { 200: { description: 'The sessions', schema: sessionList } },
    run: listOwnSessions,
  }),
  accountRoute({
    ...OWN,
    method: 'delete',
    path: '/api/me/sessions',
    summary: 'End all other sessions',
    description:
      'Keeps the session of this request. All other sessions are rejected from their next request on.',
    answers: { 200: { description: 'The number of ended sessions', schema: endedSessions } },
    run: endOtherSessions,
  }),
  accountRoute({
    ...OWN,
    method: 'delete',
    path: '/api/me/sessions/:id',
    summary: 'End one of your sessions',
    description:
      'The session is rejected from its next request on. You can also end the session of this request.',
    params: { id: 'integer' },
    answers: { 200: { description: 'The session has ended', schema: endedSessions } },
    run: endOwnSession,
  }),
]
