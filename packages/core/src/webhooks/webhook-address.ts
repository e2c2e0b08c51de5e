import { parseUrl } from '../net/parse-url.js'
import { isGloballyRoutable, isMappedAddress, isMetadataAddress } from '../net/address-ranges.js'
import { isInsideNets, type ParsedNets } from '../net/allow-nets.js'
import { parseIpAddress, type IpAddress } from '../net/ip-address.js'
import { privateNameReason, readWebhookHost, type WebhookHost } from './webhook-host.js'
import { readUrlText, reject, type Rejection, type UrlText } from './webhook-url-text.js'

export type AddressPolicy = {
  allowNets: ParsedNets
  /** DELIVERY_ALLOW_HTTP: plain http, only to addresses inside the networks. */
  allowHttp: boolean
  /** DELIVERY_ALLOW_LOOPBACK: allows receivers on this machine, except on our own ports. Undefined allows none. */
  loopback?: LoopbackRule | undefined
}

export type LoopbackRule = { ownPorts: readonly number[] }

export type WebhookTarget = {
  protocol: 'https:' | 'http:'
  /** Without brackets; a name in lower-case punycode without a trailing dot. */
  hostname: string
  port: number
  isLiteral: boolean
}

export type WebhookUrlResult = { ok: true; url: WebhookTarget } | Rejection
export type DialResult = { ok: true } | Rejection

const ALLOWED_PORTS: ReadonlySet<number> = new Set([443, 8443])
/** The only names and addresses of this machine that deliveries may reach. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1'])

/** Validates a webhook URL without DNS; `checkDialAddress` validates resolved addresses at each connect. */
export function checkWebhookUrl(url: string, policy: AddressPolicy): WebhookUrlResult {
  const read = readUrlText(url)
  if (!read.ok) return read
  const host = readWebhookHost(read.text.hostText)
  if (!host.ok) return host
  if (!isReadAlike(url, read.text, host)) {
    return reject('Write the URL in its plain form; parsers disagree about this one.')
  }

  const target = targetOf(read.text, host)
  const ordinary = host.literal
    ? addressReason(target, host.literal, policy)
    : nameReason(target, policy)
  // The text decides: `LOCALHOST`, `localhost.` and `[0:0:0:0:0:0:0:1]` stay rejected.
  const isLoopback = LOOPBACK.has(read.text.hostText.replace(/^\[|\]$/g, ''))
  const reason = ordinary !== null && isLoopback ? loopbackReason(target, policy) : ordinary
  return reason === null ? { ok: true, url: target } : reject(reason)
}

/** Validates a resolved or literal address before the dial. If rejected, the delivery fails as `blocked`. */
export function checkDialAddress(
  dial: { url: WebhookTarget; address: string },
  policy: AddressPolicy,
): DialResult {
  const address = parseIpAddress(dial.address)
  if (!address) return reject('The name resolved to something that is not a plain IP address.')
  const ordinary = addressReason(dial.url, address, policy)
  const isLoopback = LOOPBACK.has(dial.url.hostname) && LOOPBACK.has(dial.address)
  const reason = ordinary !== null && isLoopback ? loopbackReason(dial.url, policy) : ordinary
  return reason === null ? { ok: true } : reject(reason)
}

/**
 * Why the host of a customer may not be fetched at an address, or null if it may. Scheme and port are those of link
 * hosts, which the operator chose, and are not checked.
 */
export function siteRefusal(
  { host, address, isLiteral }: { host: string; address: string; isLiteral: boolean },
  { allowNets }: Pick<AddressPolicy, 'allowNets'>,
): string | null {
  const url = { protocol: 'https:', hostname: host, port: 443, isLiteral } as const
  const result = checkDialAddress({ url, address }, { allowNets, allowHttp: false })
  return result.ok ? null : result.reason
}

/** Whether a target is a receiver on this machine, which an egress proxy cannot reach. */
export function isLoopbackReceiver(target: WebhookTarget, policy: AddressPolicy): boolean {
  return policy.loopback !== undefined && LOOPBACK.has(target.hostname)
}

/** For a receiver on this machine that the other rules reject: returns the reason, or null if it is allowed. */
function loopbackReason(target: WebhookTarget, { loopback }: AddressPolicy): string | null {
  if (loopback === undefined)
    return (
      'Use a public https URL. Deliveries reach localhost only in development, with DELIVERY_ALLOW_LOOPBACK=true, ' +
      'which npm start sets. In production, use the URL of a tunnel to this machine.'
    )
  if (!loopback.ownPorts.includes(target.port)) return null
  return `Use another port; ${target.port} is a port of Throughline itself.`
}

/** The full rules for a known address. Inside the allowed networks, name and port do not matter. */
function addressReason(
  target: WebhookTarget,
  address: IpAddress,
  policy: AddressPolicy,
): string | null {
  if (isMetadataAddress(address))
    return 'Use another host; this address is a cloud metadata service.'
  if (isMappedAddress(address)) return 'Use the plain IPv4 address instead of its IPv6 form.'
  if (isInsideNets(address, policy.allowNets)) return schemeReason(target, policy)

  if (target.protocol !== 'https:') return 'Use https; plain http is not allowed to this address.'
  const reason = ordinaryNameReason(target)
  if (reason !== null) return reason
  return isGloballyRoutable(address)
    ? null
    : 'Use a host with a public address; this one is private, reserved or not unicast.'
}

function nameReason(target: WebhookTarget, policy: AddressPolicy): string | null {
  return (
    schemeReason(target, policy) ??
    (policy.allowNets.length > 0 ? null : ordinaryNameReason(target))
  )
}

function schemeReason(target: WebhookTarget, policy: AddressPolicy): string | null {
  const isAllowed =
    target.protocol === 'https:' || (policy.allowHttp && policy.allowNets.length > 0)
  return isAllowed ? null : 'Use https; plain http is not allowed.'
}

function ordinaryNameReason(target: WebhookTarget): string | null {
  if (!ALLOWED_PORTS.has(target.port)) return 'Use port 443 or 8443.'
  return target.isLiteral ? null : privateNameReason(target.hostname)
}

function targetOf(text: UrlText, host: WebhookHost): WebhookTarget {
  return {
    protocol: text.protocol,
    hostname: host.hostname,
    port: text.port ?? defaultPort(text.protocol),
    isLiteral: host.literal !== null,
  }
}

function defaultPort(protocol: WebhookTarget['protocol']): number {
  return protocol === 'https:' ? 443 : 80
}

/** The platform's own parser must see the same scheme, host and port. */
function isReadAlike(url: string, text: UrlText, host: WebhookHost): boolean {
  const parsed = parseUrl(url)
  if (parsed === null) return false
  const port = parsed.port === '' ? defaultPort(text.protocol) : Number(parsed.port)
  const isSamePort = port === (text.port ?? defaultPort(text.protocol))
  return parsed.protocol === text.protocol && isSamePort && isSameHost(parsed.hostname, host)
}

function isSameHost(parsedHostname: string, host: WebhookHost): boolean {
  if (!host.literal) return parsedHostname.replace(/\.$/, '') === host.hostname
  const parsed = parseIpAddress(parsedHostname.replace(/^\[|\]$/g, ''))
  return parsed !== null && parsed.toNormalizedString() === host.literal.toNormalizedString()
}
