import {
  beginOidcBody,
  begunOidc,
  done,
  finishOidcQuery,
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
import { accountRoute, publicRoute, stateRoute } from '../../http/route.js'
import { beginOidc } from './begin-oidc.js'
import { finishOidc } from './finish-oidc.js'
import { forgotPassword } from './forgot-password.js'
import { inspectLink, joinProject, resetPassword, useStartLink } from './one-time-links.js'
import { readSignInMethods, reauthenticate, signIn, signOut } from './sign-in.js'

const TAG = { tag: 'Account' } as const
const DONE = (description: string) => ({ 200: { description, schema: done } })
const EXAMPLE_TOKEN = 'xq2b8ZkUuPp0s7V1mJ4tC9oH3wNfR6yLdAeGiKhTzQM'
const LIMITED = { ...TAG, addressLimit: 'sign_in', method: 'post' } as const
/** Hashing a password takes too long for a transaction. */
const HASHES = { ...LIMITED, isTransaction: false } as const

export const signInRoutes = [
  publicRoute({
    ...TAG,
    method: 'get',
    path: '/api/auth',
    summary: 'Read the sign-in methods',
    description:
      'Returns the sign-in methods of this installation. In production, password sign-in requires a PUBLIC_URL with https or on localhost.',
    answers: { 200: { description: 'The sign-in methods', schema: signInMethods } },
    run: readSignInMethods,
  }),
  publicRoute({
    ...HASHES,
    path: '/api/auth/sign-in',
    summary: 'Sign in with a password',
    description:
      'Sets the session cookie and ends the previous session of the browser. For an account with an authenticator app, the response is 401 `code_required` until `code` is sent; each code works once. After five wrong passwords, the account must wait between attempts, from one second up to 15 minutes. It is never locked.',
    body: signInBody,
    example: { email: 'ada@example.com', password: 'correct horse battery' },
    answers: DONE('Signed in; `Set-Cookie` contains the session'),
    run: signIn,
  }),
  publicRoute({
    ...LIMITED,
    path: '/api/auth/oidc',
    summary: 'Begin sign-in with OpenID Connect',
    description:
      'Returns the address of the provider, which the panel opens, and sets a cookie that the callback needs. The sign-in must end within ten minutes, in the same browser. With `connect`, it connects the identity to the account of the session, which requires a sign-in in the last 15 minutes. Without `OIDC_ISSUER` the response is 404; if the provider does not answer, it is 503 `identity_provider_unavailable`.',
    body: beginOidcBody,
    example: { next: '/admin/' },
    // The metadata of the provider may have to be read first.
    isTransaction: false,
    answers: { 200: { description: 'The address to open', schema: begunOidc } },
    run: beginOidc,
  }),
  stateRoute({
    ...TAG,
    method: 'get',
    path: '/api/auth/oidc/callback',
    summary: 'End sign-in with OpenID Connect',
    description:
      'The provider sends the browser here. Signs in a known identity, or an invited address that the provider has verified, and redirects to the panel; other identities are sent to the sign-in page with the reason in `problem`. The state works once, with the cookie of the browser that began. The session counts as confirmed for 15 minutes, and ends the previous session of the browser.',
    query: finishOidcQuery,
    rejectsHead: true,
    answers: { 303: { description: 'To the panel; `Set-Cookie` contains the session' } },
    run: finishOidc,
  }),
  accountRoute({
    ...TAG,
    method: 'post',
    path: '/api/auth/sign-out',
    summary: 'Sign out',
    description:
      'Ends the session of the cookie and removes the cookie. Other sessions of the user are not affected.',
    access: 'session',
    answers: DONE('Signed out'),
    run: signOut,
  }),
  accountRoute({
    ...HASHES,
    path: '/api/auth/reauthenticate',
    summary: 'Confirm the password for sensitive calls',
    description:
      'Allows calls about secrets, tokens, members and accounts for 15 minutes. Without this confirmation they return 403 `reauth_required`. If the account has an authenticator app, `code` is also required.',
    access: 'session',
    body: reauthenticateBody,
    example: { password: 'correct horse battery' },
    answers: { 200: { description: 'Confirmed', schema: reauthenticated } },
    run: reauthenticate,
  }),
  publicRoute({
    ...LIMITED,
    path: '/api/auth/forgot',
    summary: 'Request a password reset',
    description:
      'The response and its timing are the same for every address, so it does not reveal which accounts exist. With `SMTP_URL`, the account receives a reset link by e-mail. Otherwise the response says to ask an administrator.',
    body: forgotBody,
    example: { email: 'ada@example.com' },
    isTransaction: false,
    answers: { 200: { description: 'What to do next', schema: forgotten } },
    run: forgotPassword,
  }),
  publicRoute({
    ...LIMITED,
    path: '/api/auth/link',
    summary: 'Read the purpose of a one-time link',
    description:
      'Takes the token of an invitation, a reset link or a start link. The call does not use up the link. For a used or expired link, the response is 410 `one_time_link_invalid`.',
    body: inspectLinkBody,
    example: { token: EXAMPLE_TOKEN },
    answers: { 200: { description: 'The purpose of the link', schema: inspectedLink } },
    problems: [410],
    run: inspectLink,
  }),
  publicRoute({
    ...HASHES,
    path: '/api/auth/reset',
    summary: 'Set a password with a reset link',
    description:
      'Sets the password, ends all sessions of the account and invalidates the link. The call opens no session; sign in afterwards, with a code if the account has an authenticator app.',
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
      'If the address has no account, creates one with the name and the password of the body and opens a session. If the address has an account, its user must be signed in, otherwise the response is 401 `session_required`. The link never sets the password of an existing account.',
    body: joinBody,
    example: { token: EXAMPLE_TOKEN, name: 'Ada', new_password: 'correct horse battery' },
    answers: DONE('The invitation was accepted'),
    problems: [410],
    run: joinProject,
  }),
  publicRoute({
    ...LIMITED,
    path: '/api/auth/start',
    summary: 'Sign in with the start link',
    description:
      'Signs in as the first administrator with the link that `npm start` prints. The session cannot make sensitive calls until a password is set. Start links do not exist in production.',
    body: inspectLinkBody,
    example: { token: EXAMPLE_TOKEN },
    answers: DONE('Signed in; `Set-Cookie` contains the session'),
    problems: [410],
    run: useStartLink,
  }),
]
