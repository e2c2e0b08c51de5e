/** Of members and users. */
export const signInWays = {
  title: 'Sign-in',
  password: 'Password',
  withCode: 'Password and code',
  oidc: 'OpenID Connect',
  none: 'No password yet',
} as const

export const members = {
  label: 'Members',
  member: 'Member',
  role: 'Role',
  roleOf: (name: string) => `Role of ${name}`,
  since: 'Since',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name} from this project?`,
  removeText: 'This member loses access immediately. The account and its other projects stay.',
  removeTokens: 'Also revoke these tokens',
  removeTokensHint:
    'Servers that use them lose access immediately. Otherwise the tokens keep working.',
  tokensOf: 'Tokens that this member created, and the tokens created with them',
  tokenUsed: 'last used',
  tokenUnused: 'never used',
  noTokens: 'This member created no token.',
  removed: 'The member is removed',
  changed: 'The role is changed. It applies immediately.',
  remainingAccess:
    'Two kinds of access remain when a member leaves: tokens that the member created, and the project key, which is part of every app.',
  emptyTitle: 'Nobody has a role here yet',
  emptyText:
    'Administrators of the installation can open every project. Invite the people who work in this one.',
  roles: {
    viewer: ['Viewer', 'Reads everything but the project key. Changes nothing.'],
    editor: [
      'Editor',
      'Also links, campaigns, webhooks, deliveries, domains and association files.',
    ],
    owner: ['Owner', 'Also settings, tokens, members and erasure.'],
  },
} as const

export const invitations = {
  title: 'Open invitations',
  invite: 'Invite',
  formTitle: 'Invite a member',
  email: 'E-mail address',
  emailHint: 'An address with an account joins by signing in.',
  submit: 'Create invitation',
  linkTitle: 'Send this link',
  linkText: (email: string) =>
    `Send it to ${email} yourself. It works once, within seven days, and is shown only now.`,
  link: 'Invitation link',
  done: 'I have sent it',
  invited: 'Invited',
  until: 'Valid until',
  withdraw: 'Withdraw',
  withdrawOf: (email: string) => `Withdraw the invitation of ${email}`,
  withdrawn: 'The invitation is withdrawn. Its link no longer works.',
} as const

export const tokens = {
  label: 'Tokens',
  create: 'New token',
  token: 'Token',
  permits: 'Permits',
  everything: 'Everything',
  reads: 'Reading everything',
  count: (count: number) => (count === 1 ? '1 ability' : `${count} abilities`),
  used: 'Last used',
  expires: 'Expires',
  expired: 'Expired',
  created: 'Created',
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText:
    'Servers that use it lose access immediately. Tokens that it created are revoked too.',
  keepChildren: 'Keep the tokens that it created',
  revoked: 'The token is revoked',
  emptyTitle: 'Let your servers call the API',
  emptyText:
    'A token is the secret of one program. Give it only the abilities that the program needs. You can revoke it without affecting other programs.',
  formTitle: 'New token',
  name: 'Name',
  nameHint: 'Where it is used, such as “Checkout server”.',
  preset: 'Abilities',
  presets: { all: 'Everything', read: 'Read only', chosen: 'Choose' },
  abilities: 'Abilities of the token',
  expiry: 'Valid for',
  expiries: [
    ['', 'No limit'],
    ['30', '30 days'],
    ['90', '90 days'],
    ['365', 'One year'],
  ],
  submit: 'Create token',
  secretTitle: 'Your new token',
  secretText: 'This is shown once. Store it where your server reads its secrets.',
  secret: 'Token',
  done: 'I have stored it',
} as const
