import {
  checkDialAddress,
  type AddressPolicy,
  type WebhookTarget,
} from '@throughline/core/webhook-address'
import { Pool, type buildConnector, type Dispatcher } from 'undici'
import { DeliveryError, describe } from './delivery-error.js'
import { dial } from './dial.js'
import { createResolver, type ResolveName } from './resolve-name.js'

export interface GuardedAgentOptions {
  policy: AddressPolicy
  proxyUrl?: string | undefined
  /** Limit of one connect with its TLS handshake, in milliseconds. */
  timeoutMs: number
  /** Certificates to trust in place of the usual roots. */
  ca?: string[] | undefined
  resolve?: ResolveName
}

export interface GuardedAgent {
  readonly policy: AddressPolicy
  /**
   * Every address of the target that the rules let through, in the order to try them.
   *
   * @throws DeliveryError dns when the name has none, blocked when the rules refuse them all
   */
  allowedAddresses(target: WebhookTarget): Promise<string[]>
  /** Connections to one checked address; they reach nothing else, whatever the name resolves to by then. */
  connectionsTo(target: WebhookTarget, origin: string, address: string): Dispatcher
  close(): Promise<void>
}

/** Idle connections are kept this long (contract §4). */
const KEEP_ALIVE_MS = 4_000
/** Pools without a use for this long are closed. */
const POOL_IDLE_MS = 30_000

/**
 * The one place where deliveries leave the house: names are resolved here, every address is judged, and a pool
 * of connections dials the address that was judged, never the name.
 */
export function createGuardedAgent(options: GuardedAgentOptions): GuardedAgent {
  const { policy } = options
  const resolve = createResolver(options.resolve)
  const pools = createPools(options)
  return {
    policy,
    allowedAddresses: async (target) => {
      const addresses = target.isLiteral
        ? [target.hostname]
        : await resolveOrFail(resolve, target.hostname)
      return judge(target, addresses, policy)
    },
    connectionsTo: pools.connectionsTo,
    close: pools.close,
  }
}

async function resolveOrFail(resolve: ResolveName, hostname: string): Promise<string[]> {
  const addresses = await resolve(hostname).catch((error: unknown) => {
    throw new DeliveryError('dns', describe(error), error)
  })
  if (addresses.length === 0) throw new DeliveryError('dns', 'The name has no address')
  return addresses
}

function judge(target: WebhookTarget, addresses: string[], policy: AddressPolicy): string[] {
  const judged = addresses.map((address) => ({
    address,
    result: checkDialAddress({ url: target, address }, policy),
  }))
  const allowed = judged.filter(({ result }) => result.ok).map(({ address }) => address)
  const refusal = judged.find(({ result }) => !result.ok)?.result
  if (allowed.length === 0 && refusal?.ok === false)
    throw new DeliveryError('blocked', refusal.reason)
  return allowed
}

/** A pool of connections for each origin and checked address, closed when it has not been used for a while. */
function createPools({ proxyUrl, ca, timeoutMs }: GuardedAgentOptions) {
  const pools = new Map<string, { pool: Pool; usedMs: number }>()
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
      dial({ target, address, proxyUrl, ca, timeoutMs }).then(
        (socket) => callback(null, socket),
        // What dial throws is always an Error.
        (error: unknown) => callback(error as Error, null),
      )
    }
    // One request at a time on a connection; the cap per webhook bounds their number. The attempt has a
    // deadline of its own.
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
