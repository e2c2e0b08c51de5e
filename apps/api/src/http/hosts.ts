/** A Host header without port and in lower case; empty when there is none (contract §1). */
export function hostNameOf(header: string | undefined): string {
  return (header ?? '').trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}

/** The prefix of `{prefix}.{LINK_BASE_HOST}`, or null when the host is no such name. */
export function linkPrefixOf(host: string, linkBaseHost: string): string | null {
  const suffix = `.${hostNameOf(linkBaseHost)}`
  if (!host.endsWith(suffix)) return null
  const prefix = host.slice(0, -suffix.length)
  return prefix === '' || prefix.includes('.') ? null : prefix
}

/** The URL of a link host or a code on it: PUBLIC_URL's scheme, LINK_BASE_HOST's port (contract §5). */
export function linkUrl(
  config: { publicUrl: string; linkBaseHost: string },
  host: string,
  code: string,
): string {
  return `${new URL(config.publicUrl).protocol}//${host}/${code}`
}

/** The host that a project's short links are shown with. */
export function linkHostOf(config: { linkBaseHost: string }, prefix: string): string {
  return `${prefix}.${config.linkBaseHost}`
}
