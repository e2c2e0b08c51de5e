/** Sign-in with the installation's OpenID Connect provider. */
export const oidc = {
  signIn: (name: string) => `Sign in with ${name}`,
  confirm: (name: string) => `Confirm with ${name}`,
  connect: (name: string) => `Connect ${name}`,
  title: 'OpenID Connect',
  connected: 'Connected',
  notConnected: 'Not connected',
  text: 'Connect your account at the provider, and sign in without a password.',
  connectedText: (host: string) =>
    `Your account at ${host} signs in to this one. The provider asks for its own second factor, so this panel asks for no code.`,
  needsPassword: 'To disconnect it, set a password first.',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect this account?',
  disconnectText: 'Signing in then needs your password. All your other sessions end.',
  disconnected: 'The account is disconnected. All other sessions have ended.',
  failed: 'Sign-in did not work. Try again.',
  /** By the reason that the API adds to the address. */
  problems: {
    expired:
      'This sign-in has expired, was already used, or was begun in another browser. Try again.',
    denied: 'The provider did not sign you in, or you canceled.',
    failed:
      'The provider did not answer, or its answer was not valid. Try again. If it does not help, an administrator finds the cause in the log.',
    not_verified:
      'The provider has not verified your e-mail address. Verify it there, then try again.',
    not_invited:
      'Your e-mail address is not invited to this installation. Ask the owner of a project or an administrator for an invitation.',
    has_account:
      'Your e-mail address already has an account. Sign in with its password, then connect the provider under Account.',
    in_use: 'Your account at the provider signs in to another account of this installation.',
  } as Readonly<Record<string, string>>,
} as const
