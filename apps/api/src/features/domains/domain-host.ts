import { toDomainHost } from '@throughline/core/net/domain-host'
import { hostNameOf } from '../../domain/links/hosts.js'

export type DomainHost = { ok: true; host: string } | { ok: false; reason: string }

/** Reads the host of a custom domain: a plain name that is none of the service's own. */
export function readDomainHost(
  text: string,
  config: { publicUrl: string; linkBaseHost: string },
): DomainHost {
  const host = toDomainHost(text)
  if (host === null) {
    return {
      ok: false,
      reason: 'must be a host name such as go.example.com, with nothing around it',
    }
  }
  const own = [new URL(config.publicUrl).host, config.linkBaseHost].map(hostNameOf)
  if (own.some((one) => host === one || host.endsWith(`.${one}`))) {
    return { ok: false, reason: 'must be a host of your own; this one belongs to the service' }
  }
  return { ok: true, host }
}
