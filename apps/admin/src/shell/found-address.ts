import type { Found } from '../api/types.js'

/** The screens that show a record by its id, and those that list all of a kind. */
const SCREENS: Partial<Record<Found['kind'], (id: string) => string>> = {
  link: (code) => `links/${code}`,
  campaign: (id) => `campaigns/${id}`,
  install: (id) => `installs/${id}`,
  delivery: (id) => `deliveries/${id}`,
  webhook: (id) => `webhooks/${id}`,
  domain: () => 'settings/domains',
  token: () => 'settings/tokens',
  project: () => 'settings/general',
}

/** Below the project's address; null: no screen shows it. */
export function foundAddress({ kind, id }: Pick<Found, 'kind' | 'id'>): string | null {
  return SCREENS[kind]?.(encodeURIComponent(id)) ?? null
}
