import type { CliConfig } from '../config.js'

type Addresses = Pick<CliConfig, 'publicUrl' | 'linkBaseHost'>

export function ownLinkHost({ linkBaseHost }: Pick<Addresses, 'linkBaseHost'>, prefix: string) {
  return `${prefix}.${linkBaseHost.replace(PORT, '')}`
}

export function linkOrigin({ publicUrl, linkBaseHost }: Addresses, host: string): string {
  const port = PORT.exec(linkBaseHost)?.[0] ?? ''
  return `${new URL(publicUrl).protocol}//${host}${port}`
}

const PORT = /:\d+$/
