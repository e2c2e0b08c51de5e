import { domainToASCII } from 'node:url'

/** `_throughline.` before it must still be a name that DNS can hold. */
const MAX_LENGTH = 240
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** A last label that a parser may take for a number makes the whole host an IPv4 address to it. */
const NUMBER_LABEL = /^(\d+|0x[0-9a-f]*)$/

/** A host name as it is stored and compared: in lower case and punycode, without a final dot; null when it is none. */
export function toDomainHost(text: string): string | null {
  if (/[\s:/?#@\\%*[\]<>"]/.test(text)) return null
  const host = domainToASCII(text).toLowerCase().replace(/\.$/, '')
  const labels = host.split('.')
  const isName =
    host.length <= MAX_LENGTH && labels.length > 1 && labels.every((label) => LABEL.test(label))
  return isName && !NUMBER_LABEL.test(labels.at(-1) ?? '') ? host : null
}
