import {
  done,
  forgotBody,
  forgotten,
  inspectedLink,
  inspectLinkBody,
  joinBody,
  reauthenticateBody,
  reauthenticated,
  resetBody,
  signInBody,
  signInMethods,
} from '@throughline/contracts/accounts'
import { accountRoute, publicRoute } from '../../http/route.js'
import { forgotPassword } from './forgot-password.js'
import { inspectLink, joinProject, resetPassword, useStartLink } from './one-time-links.js'
import { readSignInMethods, reauthenticate, signIn, signOut } from './sign-in.js'

const TAG = { tag: 'Account' } as const
const DONE = (description: string) => ({ 200: { description, schema: done } })
const EXAMPLE_TOKEN = 'xq2b8ZkUuPp0s7V1mJ4tC9oH3wNfR6yLdAeGiKhTzQM'
const LIMITED = { ...TAG, addressLimit: 'sign_in', method: 'post' } as const
/** Hashing a password takes longer than a transaction should wait. */
const HASHES = { ...LIMITED, isTransaction: false } as const

export const signInRoutes = [
  publicRoute({
    ...TAG,
    method: 'get',
    path: '/api/auth',
    summary: 'Read how to sign in',
    description:
      'Returns what the sign-in page can offer on this installation. In production a password needs https, or a PUBLIC_URL on this machine.',
    answers: { 200: { description: 'The ways to sign in', schema: signInMethods } },
    run: readSignInMethods,
  }),
  publicRoute({
    ...HASHES,
    path: '/api/auth/sign-in',
    summary: 'Sign in with a password',
    description:
      'Sets the session cookie and ends the former session of the browser. An account with an authenticator app is answered 401 `code_required` until `code` is sent too; each code works once. After five wrong passwords an account waits, from one second to 15 minutes, but is never locked.',
    body: signInBody,
    example: { email: 'ada@example.com', password: 'correct horse battery' },
    answers: DONE('Signed in; `Set-Cookie` has the session'),
    run: signIn,
  }),
  accountRoute({
    ...TAG,
    method: 'post',
    path: '/api/auth/sign-out',
    summary: 'Sign out',
    description:
      'Ends the session of the cookie and removes the cookie. Other sessions of the user stay.',
    access: 'session',
    answers: DONE('Signed out'),
    run: signOut,
  }),
  accountRoute({
    ...HASHES,
    path: '/api/auth/reauthenticate',
    summary: 'Confirm the password for sensitive calls',
    description:
      'Begins 15 minutes in which calls about secrets, tokens, members and accounts are not answered 403 `reauth_required`. Needs the code too if the account has an authenticator app.',
    access: 'session',
    body: reauthenticateBody,
    example: { password: 'correct horse battery' },
    answers: { 200: { description: 'Confirmed', schema: reauthenticated } },
    run: reauthenticate,
  }),
  publicRoute({
    ...LIMITED,
    path: '/api/auth/forgot',
    summary: 'Ask for a new password',
    description:
      'The answer is the same for every address, with the same timing, so that nobody learns which accounts exist. With `SMTP_URL` the account gets a reset link by mail; otherwise the answer names the administrator as the one to ask.',
    body: forgotBody,
    example: { email: 'ada@example.com' },
    isTransaction: false,
    answers: { 200: { description: 'What to do', schema: forgotten } },
    run: forgotPassword,
  }),
  publicRoute({
    ...LIMITED,
    path: '/api/auth/link',
    summary: 'Read what a one-time link is for',
    description:
      'Takes the token of an invitation, a reset link or a start link without using it. A used or expired link is answered 410 `one_time_link_invalid`.',
    body: inspectLinkBody,
    example: { token: EXAMPLE_TOKEN },
    answers: { 200: { description: 'The purpose of the link', schema: inspectedLink } },
    problems: [410],
    run: inspectLink,
  }),
  publicRoute({
    ...HASHES,
    path: '/api/auth/reset',
    summary: 'Set a password by a reset link',
    description:
      'Uses the link, sets the password and ends all sessions of the account. It opens no session: sign in afterwards, with a code if the account has an authenticator app.',
    body: resetBody,
    example: { token: EXAMPLE_TOKEN, new_password: 'correct horse battery' },
    answers: DONE('The password is set'),
    problems: [410],
    run: resetPassword,
  }),
  publicRoute({
    ...HASHES,
    path: '/api/auth/join',
    summary: 'Accept an invitation',
    description:
      'An address without an account gets one, with the name and the password of the body, and a session. An address with an account must be signed in to it, otherwise the answer is 401 `session_required`; the link never sets its password.',
    body: joinBody,
    example: { token: EXAMPLE_TOKEN, name: 'Ada', new_password: 'correct horse battery' },
    answers: DONE('Joined'),
    problems: [410],
    run: joinProject,
  }),
  publicRoute({
    ...LIMITED,
    path: '/api/auth/start',
    summary: 'Sign in by the start link',
    description:
      'Uses the link that `npm start` prints and signs in as the first administrator. Such a session cannot make sensitive calls until a password is set. In production there is no start link.',
    body: inspectLinkBody,
    example: { token: EXAMPLE_TOKEN },
    answers: DONE('Signed in; `Set-Cookie` has the session'),
    problems: [410],
    run: useStartLink,
  }),
]
