import type { ProjectRecord } from '@throughline/db/projects/projects'

/** Returns a Host header in lower case without port, or an empty text. */
export function hostNameOf(header: string | undefined): string {
  const host = header ?? ''
  return AS_IT_IS.test(host)
    ? host
    : host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}

/** The usual format, which needs no parsing. */
const AS_IT_IS = /^[a-z0-9.-]*[a-z0-9]$/

/** Whether a host has the format of a DNS name; other hosts are not looked up. */
export function isHostName(host: string): boolean {
  return HOST_NAME.test(host)
}

const HOST_NAME = /^[a-z0-9.-]{1,253}$/

/** Returns the prefix of `{prefix}.{LINK_BASE_HOST}`, or null. */
export function linkPrefixOf(host: string, linkBaseHost: string): string | null {
  const suffix = `.${hostNameOf(linkBaseHost)}`
  if (!host.endsWith(suffix)) return null
  const prefix = host.slice(0, -suffix.length)
  return prefix === '' || prefix.includes('.') ? null : prefix
}

/** Returns the URL of a code on a link host and its port, with PUBLIC_URL's scheme. */
export function linkUrl(config: { publicUrl: string }, host: string, code: string): string {
  return `${new URL(config.publicUrl).protocol}//${host}/${code}`
}

/** Adds LINK_BASE_HOST's port, as shown in links and lists. */
export function withLinkPort(config: { linkBaseHost: string }, host: string): string {
  return `${host}${/:\d+$/.exec(config.linkBaseHost)?.[0] ?? ''}`
}

export function linkHostOf(config: { linkBaseHost: string }, prefix: string): string {
  return `${prefix}.${config.linkBaseHost}`
}

/** The host of a project's short URLs, with LINK_BASE_HOST's port. */
export function shortUrlHostOf(
  config: { linkBaseHost: string },
  { prefix, defaultLinkHost }: Pick<ProjectRecord, 'prefix' | 'defaultLinkHost'>,
): string {
  return defaultLinkHost === null
    ? linkHostOf(config, prefix)
    : withLinkPort(config, defaultLinkHost)
}
