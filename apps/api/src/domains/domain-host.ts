import { domainToASCII } from 'node:url'
import { hostNameOf } from '../http/hosts.js'

/** `_throughline.` before it must still be a name that DNS can hold. */
const MAX_LENGTH = 240
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** A last label that a parser may take for a number makes the whole host an IPv4 address to it. */
const NUMBER_LABEL = /^(\d+|0x[0-9a-f]*)$/

export type DomainHost = { ok: true; host: string } | { ok: false; reason: string }

/** A host name as it is stored and compared: in lower case and punycode, without a final dot; null when it is none. */
export function toDomainHost(text: string): string | null {
  if (/[\s:/?#@\\%*[\]<>"]/.test(text)) return null
  const host = domainToASCII(text).toLowerCase().replace(/\.$/, '')
  const labels = host.split('.')
  const isName =
    host.length <= MAX_LENGTH && labels.length > 1 && labels.every((label) => LABEL.test(label))
  return isName && !NUMBER_LABEL.test(labels.at(-1) ?? '') ? host : null
}

/** Reads the host of a custom domain: a plain name that is none of the service's own (contract §5). */
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
