import { isIP } from 'node:net'
import type { ParsedNets } from '@throughline/core/net/allow-nets'
import { domainError } from '@throughline/core/lib/errors'
import { siteRefusal } from '@throughline/core/webhooks/webhook-address'
import { fetchFile, type Fetched } from '@throughline/runtime/fetch-file'
import { createHostReach, type ResolveHost } from '@throughline/runtime/host-reach'

export interface HostFiles {
  /** Fetches files of one host like phones, in at most 5 s. @throws DomainError `overloaded` */
  fetch(urls: readonly string[]): Promise<Fetched[]>
}

/** Bounds the memory and the connections of this process; a host takes up to 5 s and 1 MB per file. */
const MAX_HOSTS = 8
const RETRY_SECONDS = 5

/**
 * Fetches files from link hosts. Custom domains are reached only at addresses that deliveries may reach and where
 * PUBLIC_URL leads. Tests use their own names and certificate authority.
 */
export function createHostFiles(
  { publicUrl, linkBaseHost, delivery: { allowNets } }: HostFilesConfig,
  access: { resolve?: ResolveHost; ca?: string[] } = {},
): HostFiles {
  let hosts = 0
  return {
    async fetch(urls) {
      if (hosts >= MAX_HOSTS) throw tooMany()
      hosts += 1
      try {
        const reach = createHostReach({
          publicUrl,
          linkBaseHost,
          ...access,
          refusalOf: (host, address) =>
            siteRefusal({ host, address, isLiteral: isIP(host) > 0 }, { allowNets }),
        })
        return await Promise.all(urls.map((url) => fetchFile(url, reach)))
      } finally {
        hosts -= 1
      }
    },
  }
}

interface HostFilesConfig {
  publicUrl: string
  linkBaseHost: string
  delivery: { allowNets: ParsedNets }
}

function tooMany() {
  const message = `Too many hosts are being requested. Retry in ${RETRY_SECONDS} s.`
  return domainError('overloaded', message, { retryAfterSeconds: RETRY_SECONDS })
}
