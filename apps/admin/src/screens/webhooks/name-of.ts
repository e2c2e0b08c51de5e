import type { Webhook } from '../../api/types.js'

/** The webhook's name, otherwise its URL. */
export function nameOf({ name, url }: Webhook): string {
  return name ?? withoutScheme(url)
}

export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '')
}
