import { domainToASCII } from 'node:url'

/** With `_throughline.` in front it must still be a valid DNS name. */
const MAX_LENGTH = 240
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** Parsers treat a host whose last label is a number as an IPv4 address. */
const NUMBER_LABEL = /^(\d+|0x[0-9a-f]*)$/

/** Normalizes a host name: lower case, punycode, no final dot. Null if invalid. */
export function toDomainHost(text: string): string | null {
  if (/[\s:/?#@\\%*[\]<>"]/.test(text)) return null
  const host = domainToASCII(text).toLowerCase().replace(/\.$/, '')
  const labels = host.split('.')
  const isName =
    host.length <= MAX_LENGTH && labels.length > 1 && labels.every((label) => LABEL.test(label))
  return isName && !NUMBER_LABEL.test(labels.at(-1) ?? '') ? host : null
}
