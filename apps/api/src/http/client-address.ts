import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isPrivateAddress, peerAddress } from '@throughline/core/net/network-address'
import proxyAddr from 'proxy-addr'
import { callerAt } from '../infra/rate-limiter.js'

/** Fewer requests per minute with X-Forwarded-For do not indicate a proxy. */
const MIN_FORWARDED = 20
const WINDOW_MS = 60_000

export interface ClientAddresses {
  addressOf(request: IncomingMessage): string
  /** The key for limits by address: an IPv4 address or a /64; null for a proxy that TRUST_PROXY does not include. */
  clientOf(request: IncomingMessage, address: string): string | null
}

/**
 * With TRUST_PROXY 0 behind a proxy, all callers have its address, and limits would reject them all. So a private peer
 * that forwards most requests of a minute is not limited; `onUntrustedProxy` is called once.
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
  const addresses = new WeakMap<Socket, string>()
  return {
    addressOf: ({ socket }) => {
      const known = addresses.get(socket)
      if (known !== undefined) return known
      const address = peerAddress(socket.remoteAddress ?? '') ?? ''
      addresses.set(socket, address)
      return address
    },
    clientOf: ({ headers }, address) =>
      proxies.isProxy(address, headers['x-forwarded-for'] !== undefined) ? null : keyOf(address),
  }
}

function keyOf(address: string): string {
  if (!address.includes(':')) return address
  const network = FOUR_GROUPS.exec(address)?.[0]
  return network === undefined ? callerAt(address) : `${network}::/64`
}

/** Matches the /64 without trailing zeros, which the text form of a network omits. */
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
      // Counted addresses are private.
      if (isForwarded && (forwarded.has(address) || isPrivateAddress(address)))
        countForwarded(address)
      return proxy !== null && proxy === address
    },
  }
}
