import type { IncomingMessage } from 'node:http'
import { isPrivateAddress, peerAddress } from '@throughline/core/net/network-address'
import proxyAddr from 'proxy-addr'
import { callerAt } from '../infra/rate-limiter.js'

/** Fewer requests with X-Forwarded-For in a minute are no sign of a proxy. */
const MIN_FORWARDED = 20
const WINDOW_MS = 60_000

export interface ClientAddresses {
  /** The caller's address behind as many proxies as TRUST_PROXY says; empty when the connection has none. */
  addressOf(request: IncomingMessage): string
  /** Whom limits by address count: an IPv4 address or a /64; null where it is a proxy that TRUST_PROXY leaves out. */
  clientOf(request: IncomingMessage, address: string): string | null
}

/**
 * Tells callers apart. With TRUST_PROXY 0 behind a proxy all callers have its address, and limits by address would
 * refuse them all: a private peer that sends most requests of a minute, with X-Forwarded-For, is not limited.
 *
 * @param onUntrustedProxy told once of such a peer
 */
export function createClientAddresses(
  trustProxyHops: number,
  onUntrustedProxy: (peer: string) => void,
  now: () => number = Date.now,
): ClientAddresses {
  if (trustProxyHops > 0) {
    const isTrusted = (_address: string, index: number) => index < trustProxyHops
    return {
      addressOf: (request) => peerAddress(proxyAddr(request, isTrusted)) ?? '',
      clientOf: (_request, address) => keyOf(address),
    }
  }
  const proxies = createProxyDetection(onUntrustedProxy, now)
  return {
    addressOf: ({ socket }) => peerAddress(socket.remoteAddress ?? '') ?? '',
    clientOf: ({ headers }, address) =>
      proxies.isProxy(address, headers['x-forwarded-for'] !== undefined) ? null : keyOf(address),
  }
}

/** @param address in its one text, where the /64 of most IPv6 addresses can be read without a parser */
function keyOf(address: string): string {
  if (!address.includes(':')) return address
  const network = FOUR_GROUPS.exec(address)?.[0]
  return network === undefined ? callerAt(address) : `${network}::/64`
}

/** Without zeros at the end, which the text of the network leaves out. */
const FOUR_GROUPS = /^(?:[0-9a-f]+:){3}[1-9a-f][0-9a-f]*(?=:)/

function createProxyDetection(onFound: (peer: string) => void, now: () => number) {
  let windowEndsAt = 0
  let requests = 0
  let forwarded = new Map<string, number>()
  let proxy: string | null = null
  let isReported = false

  const isMost = (count: number) => count >= MIN_FORWARDED && count * 2 > requests
  const beginWindow = (atMs: number) => {
    const isRecent = atMs < windowEndsAt + WINDOW_MS
    if (proxy !== null && !(isRecent && isMost(forwarded.get(proxy) ?? 0))) proxy = null
    windowEndsAt = atMs + WINDOW_MS
    requests = 0
    forwarded = new Map()
  }
  const countForwarded = (address: string) => {
    const count = (forwarded.get(address) ?? 0) + 1
    forwarded.set(address, count)
    if (proxy === address || !isMost(count)) return
    proxy = address
    if (!isReported) onFound(address)
    isReported = true
  }
  return {
    isProxy(address: string, isForwarded: boolean): boolean {
      const atMs = now()
      if (atMs >= windowEndsAt) beginWindow(atMs)
      requests += 1
      // Those that were counted are private.
      if (isForwarded && (forwarded.has(address) || isPrivateAddress(address)))
        countForwarded(address)
      return proxy !== null && proxy === address
    },
  }
}
