import { toDomainHost } from '@throughline/core/net/domain-host'
import { hostNameOf } from '../../domain/links/hosts.js'

export type DomainHost = { ok: true; host: string } | { ok: false; reason: string }

/** Reads a custom domain's host: a plain name that does not belong to the service. */
export function readDomainHost(
  text: string,
  config: { publicUrl: string; linkBaseHost: string },
): DomainHost {
  const host = toDomainHost(text)
  if (host === null) {
    return {
      ok: false,
      reason: 'must be only a host name such as go.example.com',
    }
  }
  const own = [new URL(config.publicUrl).host, config.linkBaseHost].map(hostNameOf)
  if (own.some((one) => host === one || host.endsWith(`.${one}`))) {
    return { ok: false, reason: 'must be your own host; this one belongs to the service' }
  }
  return { ok: true, host }
}
