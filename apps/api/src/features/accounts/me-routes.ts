import {
  changedPassword,
  changePasswordBody,
  confirmTotpBody,
  endedSessions,
  me,
  sessionList,
  startedTotp,
  totpState,
  updateMeBody,
} from '@throughline/contracts/accounts'
import { accountRoute } from '../../http/route.js'
import { changePassword } from './change-password.js'
import { confirmTotp, removeTotp, startTotp } from './change-totp.js'
import { getMe, updateMe } from './me.js'
import { endOtherSessions, endOwnSession, listOwnSessions } from './sessions.js'

const OWN = { tag: 'Account', access: 'session' } as const

export const meRoutes = [
  accountRoute({
    ...OWN,
    method: 'get',
    path: '/api/me',
    summary: 'Read the own account and its projects',
    description:
      'Returns the user of the session with each project and role. Administrators may act in every project; `GET /api/projects` lists them all.',
    answers: { 200: { description: 'The account', schema: me } },
    run: getMe,
  }),
  accountRoute({
    ...OWN,
    method: 'put',
    path: '/api/me',
    summary: 'Change the own name, time zone or theme',
    description:
      'Omitted fields keep their value. The address is changed by an administrator, who creates another account.',
    body: updateMeBody,
    example: { name: 'Ada', time_zone: 'Europe/London', theme: 'dark' },
    answers: { 200: { description: 'The account', schema: me } },
    run: updateMe,
  }),
  accountRoute({
    ...OWN,
    method: 'put',
    path: '/api/me/password',
    summary: 'Change the own password',
    description:
      'Needs the current password, or sets the first one after a start link, then also the address. Ends all other sessions and removes unused reset links.',
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
    summary: 'Begin to use an authenticator app',
    description:
      'Returns a secret for the app. Codes are asked only after `PUT /api/me/totp` has confirmed one. Needs a password of the last 15 minutes.',
    needsRecentSignIn: true,
    answers: { 200: { description: 'The secret, shown only once', schema: startedTotp } },
    problems: [409],
    run: startTotp,
  }),
  accountRoute({
    ...OWN,
    method: 'put',
    path: '/api/me/totp',
    summary: 'Turn codes on by the first one',
    description:
      'From then on sign-in asks for a code. Ends all other sessions. The code that confirmed the app does not work again.',
    needsRecentSignIn: true,
    addressLimit: 'sign_in',
    body: confirmTotpBody,
    example: { code: '123456' },
    answers: { 200: { description: 'Codes are on', schema: totpState } },
    problems: [409],
    run: confirmTotp,
  }),
  accountRoute({
    ...OWN,
    method: 'delete',
    path: '/api/me/totp',
    summary: 'Turn codes off',
    description:
      'Sign-in asks for the password alone. Ends all other sessions. Needs a password and a code of the last 15 minutes.',
    needsRecentSignIn: true,
    answers: { 200: { description: 'Codes are off', schema: totpState } },
    run: removeTotp,
  }),
  accountRoute({
    ...OWN,
    method: 'get',
    path: '/api/me/sessions',
    summary: 'List the own sessions',
    description:
      'Returns the browsers that are signed in, the newest first. A session ends after 14 days without use, and after 30 days in any case.',
    answers: { 200: { description: 'The sessions', schema: sessionList } },
    run: listOwnSessions,
  }),
  accountRoute({
    ...OWN,
    method: 'delete',
    path: '/api/me/sessions',
    summary: 'End all other sessions',
    description: 'Keeps the session of this request. The others end with their next request.',
    answers: { 200: { description: 'The number of ended sessions', schema: endedSessions } },
    run: endOtherSessions,
  }),
  accountRoute({
    ...OWN,
    method: 'delete',
    path: '/api/me/sessions/:id',
    summary: 'End one of the own sessions',
    description:
      'The session ends with its next request. The session of this request may be ended too.',
    params: { id: 'integer' },
    answers: { 200: { description: 'The session has ended', schema: endedSessions } },
    run: endOwnSession,
  }),
]
