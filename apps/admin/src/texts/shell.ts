export const shell = {
  skip: 'Skip to content',
  navigation: 'Project',
  openNavigation: 'Open navigation',
  switchProject: 'Switch project',
  search: 'Go to …',
  paletteHint: 'A screen, or any id, code or URL',
  nothingFound: 'Nothing found',
  start: 'First steps',
  overview: 'Overview',
  links: 'Links',
  campaigns: 'Campaigns',
  installs: 'Installs',
  deliveries: 'Deliveries',
  webhooks: 'Webhooks',
  setup: 'Setup',
  settings: 'Settings',
  users: 'Users',
  systemScreen: 'System',
  docs: 'API reference',
  guides: 'Guides',
  theme: 'Colors',
  light: 'Light',
  dark: 'Dark',
  system: 'Same as the system',
  signOut: 'Sign out',
  account: 'Account',
  shortcuts: 'Keyboard shortcuts',
  kinds: {
    link: 'Link',
    campaign: 'Campaign',
    install: 'Install',
    delivery: 'Delivery',
    webhook: 'Webhook',
    domain: 'Domain',
    token: 'Token',
    project: 'Project',
  } as Readonly<Record<string, string>>,
  roles: { viewer: 'Viewer', editor: 'Editor', owner: 'Owner', administrator: 'Administrator' },
} as const

export const keys = {
  title: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  general: [
    ['?', 'Show this list'],
    ['Ctrl K', 'Go to a screen, a project, or any id'],
    ['/', 'Search in this list'],
    ['Esc', 'Close a dialog'],
  ],
  lists: 'In lists',
  inLists: [
    ['j', 'Next row'],
    ['k', 'Previous row'],
    ['Enter', 'Open the row'],
  ],
  goTo: 'Go to',
  single: 'Single keys',
  singleHint: 'Off: only Ctrl K and Esc work. This browser remembers it.',
} as const

export const newProject = {
  title: 'New project',
  name: 'Name',
  nameHint: 'The name of the app. Visitors see it on the landing page.',
  prefix: 'Prefix of the link host',
  prefixHint: 'It cannot be changed later, because links contain it.',
  submit: 'Create project',
} as const

export const reauth = {
  title: 'Confirm that it is you',
  text: 'Changes of secrets and access need your password, unless you entered it in the last 15 minutes.',
  password: 'Password',
  code: 'Code of your authenticator app',
  submit: 'Confirm',
  noPassword:
    'Changes of secrets and access need a password, and this account has none yet. Choose one, then come back.',
  setPassword: 'Choose a password',
  provider: 'Confirm with your OpenID Connect provider. The page is loaded again afterwards.',
} as const

/** Stands over every screen after a start link. */
export const noPassword = {
  text: 'You are signed in with a start link. Choose a password to sign in again later.',
  open: 'Open the account page',
} as const
