import { domainToASCII, domainToUnicode } from 'node:url'
import { parseIpAddress, type IpAddress } from '../net/ip-address.js'
import { reject, type Rejection } from './webhook-url-text.js'

export type WebhookHost = {
  ok: true
  /** A literal without brackets, or the name in lower-case ASCII without a trailing dot. */
  hostname: string
  literal: IpAddress | null
}

const MAX_NAME_LENGTH = 253
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Parsers treat a host whose last label is a number as an IPv4 address. */
const NUMBER_LABEL = /^(\d+|0x[0-9a-f]*)$/i

/** Names that resolve only inside a machine, a network or a cluster, or not at all. */
const SPECIAL_SUFFIXES: ReadonlySet<string> = new Set([
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'svc',
  'arpa',
  'test',
  'invalid',
  'example',
  'onion',
  'alt',
])

/** Reads the host of a webhook URL as written: a plain literal address or a DNS name. */
export function readWebhookHost(hostText: string): WebhookHost | Rejection {
  if (hostText.startsWith('[')) return readIpv6Literal(hostText.slice(1, -1))
  if (hostText.includes('%')) return reject('Write the host without percent-encoding.')
  if (endsInNumber(hostText)) return readIpv4Literal(hostText)
  return readName(hostText)
}

/** Why the public DNS does not serve a name, or null. */
export function privateNameReason(hostname: string): string | null {
  const labels = hostname.split('.')
  if (labels.length < 2)
    return 'Use a full domain name; a single word resolves only inside a network.'
  const suffix = labels.at(-1) ?? ''
  if (!SPECIAL_SUFFIXES.has(suffix)) return null
  return `Use a public domain name; names under .${suffix} are local or reserved.`
}

function readIpv6Literal(text: string): WebhookHost | Rejection {
  const literal = text.includes(':') ? parseIpAddress(text) : null
  if (!literal) return reject('Write a plain IPv6 address, without a zone, inside the brackets.')
  return { ok: true, hostname: text.toLowerCase(), literal }
}

function readIpv4Literal(text: string): WebhookHost | Rejection {
  const literal = parseIpAddress(text)
  if (!literal) return reject('Write an IPv4 address as four plain decimal numbers, or use a name.')
  return { ok: true, hostname: text, literal }
}

function endsInNumber(hostText: string): boolean {
  const labels = hostText.split('.')
  if (labels.at(-1) === '') labels.pop()
  return NUMBER_LABEL.test(labels.at(-1) ?? '')
}

function readName(hostText: string): WebhookHost | Rejection {
  const ascii = domainToASCII(hostText)
  const isSameText = isAscii(hostText)
    ? ascii === hostText.toLowerCase()
    : domainToUnicode(ascii) === hostText
  if (ascii === '' || !isSameText) {
    return reject(
      'Write the host in its plain form: lower-case letters without look-alikes, or xn--.',
    )
  }
  const hostname = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii
  const isValid =
    hostname.length <= MAX_NAME_LENGTH && hostname.split('.').every((label) => LABEL.test(label))
  if (!isValid)
    return reject('Use a valid domain name: labels of 1 to 63 letters, digits or hyphens.')
  return { ok: true, hostname, literal: null }
}

function isAscii(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text)
}
