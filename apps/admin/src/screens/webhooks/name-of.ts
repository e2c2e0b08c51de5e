import type { Webhook } from '../../api/types.js'

/** What its owners call it, otherwise where it leads. */
export function nameOf({ name, url }: Webhook): string {
  return name ?? withoutScheme(url)
}

export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '')
}
