/** A Host header without port and in lower case; empty when there is none. */
export function hostNameOf(header: string | undefined): string {
  const host = header ?? ''
  return AS_IT_IS.test(host)
    ? host
    : host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}

/** As browsers send it where the port is the usual one. */
const AS_IT_IS = /^[a-z0-9.-]*[a-z0-9]$/

/** Whether a host has the shape of a DNS name, as prefixes and custom domains are stored; no other is looked up. */
export function isHostName(host: string): boolean {
  return HOST_NAME.test(host)
}

const HOST_NAME = /^[a-z0-9.-]{1,253}$/

/** The prefix of `{prefix}.{LINK_BASE_HOST}`, or null when the host is no such name. */
export function linkPrefixOf(host: string, linkBaseHost: string): string | null {
  const suffix = `.${hostNameOf(linkBaseHost)}`
  if (!host.endsWith(suffix)) return null
  const prefix = host.slice(0, -suffix.length)
  return prefix === '' || prefix.includes('.') ? null : prefix
}

/** The URL of a link host or a code on it: PUBLIC_URL's scheme, LINK_BASE_HOST's port. */
export function linkUrl(
  config: { publicUrl: string; linkBaseHost: string },
  host: string,
  code: string,
): string {
  return `${new URL(config.publicUrl).protocol}//${host}/${code}`
}

/** A host as links and lists show it: with LINK_BASE_HOST's port, which is where we listen. */
export function withLinkPort(config: { linkBaseHost: string }, host: string): string {
  return `${host}${/:\d+$/.exec(config.linkBaseHost)?.[0] ?? ''}`
}

/** The host that a project's short links are shown with. */
export function linkHostOf(config: { linkBaseHost: string }, prefix: string): string {
  return `${prefix}.${config.linkBaseHost}`
}
