import type { Found } from '../api/types.js'

/** Screens that show a record by its id, and screens that list all records of a kind. */
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

/** The path below the project's address; null if no screen shows the record. */
export function foundAddress({ kind, id }: Pick<Found, 'kind' | 'id'>): string | null {
  return SCREENS[kind]?.(encodeURIComponent(id)) ?? null
}
