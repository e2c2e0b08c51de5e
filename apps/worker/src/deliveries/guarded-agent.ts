import {
  checkDialAddress,
  checkWebhookUrl,
  isLoopbackReceiver,
  type AddressPolicy,
  type WebhookTarget,
} from '@throughline/core/webhooks/webhook-address'
import { resolveBySystem } from '@throughline/runtime/host-reach'
import { Pool, type buildConnector, type Dispatcher } from 'undici'
import { createBoundedCache } from './bounded-cache.js'
import { DeliveryError, describe } from './delivery-error.js'
import { dial } from './dial.js'
import { createSecureContext } from 'node:tls'

interface GuardedAgentOptions {
  policy: AddressPolicy
  proxyUrl?: string | undefined
  timeoutMs: number
  ca?: string[] | undefined
  resolve?: ResolveName
}

export interface GuardedAgent {
  /** Parses and validates a webhook's URL, including a literal address. @throws DeliveryError blocked */
  readUrl(url: string): TargetUrl
  /** Returns the target's allowed addresses in the order in which to try them. @throws DeliveryError dns, blocked */
  allowedAddresses(target: WebhookTarget): string[] | Promise<string[]>
  /** Connections to one checked address. They reach no other address, even if the name later resolves to another. */
  connectionsTo(target: WebhookTarget, origin: string, address: string): Dispatcher
  close(): Promise<void>
}

interface TargetUrl {
  target: WebhookTarget
  origin: string
  path: string
}

const CACHE_SIZE = 10_000
const KEEP_ALIVE_MS = 4_000
const POOL_IDLE_MS = 30_000

/** The only place from which deliveries leave the network: a pool dials the checked address, never the name. */
export function createGuardedAgent(options: GuardedAgentOptions): GuardedAgent {
  const { policy } = options
  const resolve = createResolver(options.resolve)
  const pools = createPools(options)
  const urls = createBoundedCache<TargetUrl>(CACHE_SIZE)
  const rejections = createBoundedCache<string>(CACHE_SIZE)
  const rejectionOf = (target: WebhookTarget, address: string) =>
    rejections.get(`${target.protocol}//${target.hostname}:${target.port} ${address}`, () =>
      rejectionText(target, address, policy),
    )
  return {
    readUrl: (url) => urls.get(url, (text) => readUrl(text, policy)),
    allowedAddresses: (target) => {
      if (target.isLiteral) return onlyAllowed([target.hostname], target, rejectionOf)
      return resolveOrFail(resolve, target.hostname).then((addresses) =>
        onlyAllowed(addresses, target, rejectionOf),
      )
    },
    connectionsTo: pools.connectionsTo,
    close: pools.close,
  }
}

function readUrl(text: string, policy: AddressPolicy): TargetUrl {
  const result = checkWebhookUrl(text, policy)
  if (!result.ok) throw new DeliveryError('blocked', result.reason)
  const { origin, pathname, search } = new URL(text)
  return { target: result.url, origin, path: pathname + search }
}

async function resolveOrFail(resolve: ResolveName, hostname: string): Promise<string[]> {
  const addresses = await resolve(hostname).catch((error: unknown) => {
    throw new DeliveryError('dns', describe(error), error)
  })
  if (addresses.length === 0) throw new DeliveryError('dns', 'The host name resolves to no address')
  return addresses
}

function onlyAllowed(
  addresses: string[],
  target: WebhookTarget,
  rejectionOf: (target: WebhookTarget, address: string) => string,
): string[] {
  const allowed = addresses.filter((address) => rejectionOf(target, address) === '')
  const [first] = addresses
  if (allowed.length === 0 && first !== undefined)
    throw new DeliveryError('blocked', rejectionOf(target, first))
  return allowed
}

function rejectionText(target: WebhookTarget, address: string, policy: AddressPolicy): string {
  const result = checkDialAddress({ url: target, address }, policy)
  return result.ok ? '' : result.reason
}

/** A pool of connections per origin and checked address; closed when unused. */
function createPools({ policy, proxyUrl, ca, timeoutMs }: GuardedAgentOptions) {
  const pools = new Map<string, { pool: Pool; usedMs: number }>()
  const secureContext = createSecureContext(ca === undefined ? {} : { ca })
  let lastLookMs = performance.now()

  const connectionsTo = (target: WebhookTarget, origin: string, address: string) => {
    closeIdle()
    const key = `${origin} ${address}`
    const entry = pools.get(key) ?? { pool: open(target, origin, address), usedMs: 0 }
    entry.usedMs = performance.now()
    pools.set(key, entry)
    return entry.pool
  }

  const open = (target: WebhookTarget, origin: string, address: string) => {
    const connect: buildConnector.connector = (_options, callback) => {
      // Every new connection is checked again, even if the address was checked when its pool was created.
      const refusal = rejectionText(target, address, policy)
      if (refusal !== '') {
        callback(new DeliveryError('blocked', refusal), null)
        return
      }
      const proxy = isLoopbackReceiver(target, policy) ? undefined : proxyUrl
      dial({ target, address, proxyUrl: proxy, secureContext, timeoutMs }).then(
        (socket) => callback(null, socket),
        // dial always throws an Error.
        (error: unknown) => callback(error as Error, null),
      )
    }
    // One request at a time per connection; the cap per webhook bounds their number, the attempt has its own deadline.
    return new Pool(origin, {
      connect,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  const closeIdle = () => {
    const now = performance.now()
    if (now - lastLookMs < POOL_IDLE_MS) return
    lastLookMs = now
    for (const [key, { pool, usedMs }] of pools) {
      if (now - usedMs < POOL_IDLE_MS || pool.stats.running + pool.stats.pending > 0) continue
      pools.delete(key)
      void pool.close()
    }
  }

  const close = async () => {
    await Promise.all([...pools.values()].map(({ pool }) => pool.destroy()))
    pools.clear()
  }
  return { connectionsTo, close }
}

export type ResolveName = (hostname: string) => Promise<string[]>

/** Equals the time that an idle connection is kept: a cached answer is never older than a connection may be. */
const CACHE_MS = 4_000
const FAILURE_CACHE_MS = 1_000

/** Concurrent attempts share a lookup: lookups run on few threads, which one dead name server must not exhaust. */
function createResolver(resolve: ResolveName = resolveBySystem): ResolveName {
  const known = new Map<string, Promise<string[]>>()
  const expireAfter = (hostname: string, ms: number) =>
    void setTimeout(() => known.delete(hostname), ms).unref()

  return (hostname) => {
    const present = known.get(hostname)
    if (present !== undefined) return present
    const pending = resolve(hostname)
    known.set(hostname, pending)
    pending.then(
      () => expireAfter(hostname, CACHE_MS),
      () => expireAfter(hostname, FAILURE_CACHE_MS),
    )
    return pending
  }
}
