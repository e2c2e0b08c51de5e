import type { CliConfig } from '../config.js'

type Addresses = Pick<CliConfig, 'publicUrl' | 'linkBaseHost'>

/** `acme.links.example`: a project's own link host without its port. */
export function ownLinkHost({ linkBaseHost }: Pick<Addresses, 'linkBaseHost'>, prefix: string) {
  return `${prefix}.${linkBaseHost.replace(PORT, '')}`
}

/** The origin of a link host: PUBLIC_URL's scheme and LINK_BASE_HOST's port. */
export function linkOrigin({ publicUrl, linkBaseHost }: Addresses, host: string): string {
  const port = PORT.exec(linkBaseHost)?.[0] ?? ''
  return `${new URL(publicUrl).protocol}//${host}${port}`
}

const PORT = /:\d+$/
