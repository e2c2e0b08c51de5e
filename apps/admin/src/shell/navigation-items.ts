import type { Me } from '../api/session.js'
import { shell } from '../texts/shell.js'
import type { IconName } from '../ui/icons.js'

export interface NavigationItem {
  to:
    | '/p/$prefix/first-steps'
    | '/p/$prefix/overview'
    | '/p/$prefix/links'
    | '/p/$prefix/campaigns'
    | '/p/$prefix/installs'
    | '/p/$prefix/deliveries'
    | '/p/$prefix/webhooks'
    | '/p/$prefix/setup'
    | '/p/$prefix/settings'
    | '/p/$prefix/users'
    | '/p/$prefix/system'
  icon: IconName
  label: string
  /** Opens the screen when typed after `g`. */
  key: string
}

const ITEMS: readonly NavigationItem[] = [
  { to: '/p/$prefix/first-steps', icon: 'rocket', label: shell.start, key: 'f' },
  { to: '/p/$prefix/overview', icon: 'home', label: shell.overview, key: 'o' },
  { to: '/p/$prefix/links', icon: 'link', label: shell.links, key: 'l' },
  { to: '/p/$prefix/campaigns', icon: 'speakerphone', label: shell.campaigns, key: 'c' },
  { to: '/p/$prefix/installs', icon: 'device-mobile', label: shell.installs, key: 'i' },
  { to: '/p/$prefix/deliveries', icon: 'send', label: shell.deliveries, key: 'd' },
  { to: '/p/$prefix/webhooks', icon: 'webhook', label: shell.webhooks, key: 'w' },
  { to: '/p/$prefix/setup', icon: 'clipboard', label: shell.setup, key: 's' },
  { to: '/p/$prefix/settings', icon: 'settings', label: shell.settings, key: 'e' },
]

const FOR_ADMINISTRATORS: readonly NavigationItem[] = [
  { to: '/p/$prefix/users', icon: 'users', label: shell.users, key: 'u' },
  { to: '/p/$prefix/system', icon: 'server-2', label: shell.systemScreen, key: 'y' },
]

export function navigationItems({ is_admin: isAdmin }: Me): readonly NavigationItem[] {
  return isAdmin ? [...ITEMS, ...FOR_ADMINISTRATORS] : ITEMS
}
