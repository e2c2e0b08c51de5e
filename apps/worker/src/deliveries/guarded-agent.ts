import {
  checkDialAddress,
  checkWebhookUrl,
  type AddressPolicy,
  type WebhookTarget,
} from '@throughline/core/webhooks/webhook-address'
import { Pool, type buildConnector, type Dispatcher } from 'undici'
import { createBoundedCache } from './bounded-cache.js'
import { DeliveryError, describe } from './delivery-error.js'
import { dial } from './dial.js'
import { lookup } from 'node:dns/promises'

interface GuardedAgentOptions {
  policy: AddressPolicy
  proxyUrl?: string | undefined
  /** Limit of one connect with its TLS handshake, in milliseconds. */
  timeoutMs: number
  /** Certificates to trust in place of the usual roots. */
  ca?: string[] | undefined
  resolve?: ResolveName
}

export interface GuardedAgent {
  /**
   * Reads a webhook's URL and judges its text and its literal address.
   *
   * @throws DeliveryError blocked
   */
  readUrl(url: string): TargetUrl
  /**
   * Every address of the target that the rules let through, in the order to try them.
   *
   * @throws DeliveryError dns when the name has none, blocked when the rules refuse them all
   */
  allowedAddresses(target: WebhookTarget): string[] | Promise<string[]>
  /** Connections to one checked address; they reach nothing else, whatever the name resolves to by then. */
  connectionsTo(target: WebhookTarget, origin: string, address: string): Dispatcher
  close(): Promise<void>
}

interface TargetUrl {
  target: WebhookTarget
  origin: string
  /** With the query. */
  path: string
}

/** URLs and addresses whose judgement is remembered: the same text is always judged the same. */
const REMEMBERED = 10_000
/** Idle connections are kept this long (docs/api-contract.md, "Success and failure"). */
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
  const urls = createBoundedCache<TargetUrl>(REMEMBERED)
  const refusals = createBoundedCache<string>(REMEMBERED)
  const refusalOf = (target: WebhookTarget, address: string) =>
    refusals.get(`${target.protocol}//${target.hostname}:${target.port} ${address}`, () =>
      refusalText(target, address, policy),
    )
  return {
    readUrl: (url) => urls.get(url, (text) => readUrl(text, policy)),
    allowedAddresses: (target) => {
      if (target.isLiteral) return onlyAllowed([target.hostname], target, refusalOf)
      return resolveOrFail(resolve, target.hostname).then((addresses) =>
        onlyAllowed(addresses, target, refusalOf),
      )
    },
    connectionsTo: pools.connectionsTo,
    close: pools.close,
  }
}

function readUrl(text: string, policy: AddressPolicy): TargetUrl {
  const judged = checkWebhookUrl(text, policy)
  if (!judged.ok) throw new DeliveryError('blocked', judged.reason)
  const { origin, pathname, search } = new URL(text)
  return { target: judged.url, origin, path: pathname + search }
}

async function resolveOrFail(resolve: ResolveName, hostname: string): Promise<string[]> {
  const addresses = await resolve(hostname).catch((error: unknown) => {
    throw new DeliveryError('dns', describe(error), error)
  })
  if (addresses.length === 0) throw new DeliveryError('dns', 'The name has no address')
  return addresses
}

/** @param refusalOf why an address is refused, empty when it is not */
function onlyAllowed(
  addresses: string[],
  target: WebhookTarget,
  refusalOf: (target: WebhookTarget, address: string) => string,
): string[] {
  const allowed = addresses.filter((address) => refusalOf(target, address) === '')
  const [first] = addresses
  if (allowed.length === 0 && first !== undefined)
    throw new DeliveryError('blocked', refusalOf(target, first))
  return allowed
}

function refusalText(target: WebhookTarget, address: string, policy: AddressPolicy): string {
  const result = checkDialAddress({ url: target, address }, policy)
  return result.ok ? '' : result.reason
}

/** A pool of connections for each origin and checked address, closed when it has not been used for a while. */
function createPools({ policy, proxyUrl, ca, timeoutMs }: GuardedAgentOptions) {
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
      // Every new connection is judged, whatever was judged when its pool was made.
      const refusal = refusalText(target, address, policy)
      if (refusal !== '') {
        callback(new DeliveryError('blocked', refusal), null)
        return
      }
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

/** Answers every address of a name, in the order to try them. */
export type ResolveName = (hostname: string) => Promise<string[]>

/** As long as an idle connection is kept, so that no attempt goes by an older answer than a connection might. */
const KEEP_MS = 4_000
const KEEP_FAILURE_MS = 1_000

/**
 * Resolves names as the machine does (its hosts file, its search list). Attempts on one name share a look-up and,
 * for seconds, its answer: look-ups run on few threads, which one dead name server must not fill.
 */
function createResolver(resolve: ResolveName = resolveBySystem): ResolveName {
  const known = new Map<string, Promise<string[]>>()
  const forgetAfter = (hostname: string, ms: number) =>
    void setTimeout(() => known.delete(hostname), ms).unref()

  return (hostname) => {
    const present = known.get(hostname)
    if (present !== undefined) return present
    const asked = resolve(hostname)
    known.set(hostname, asked)
    asked.then(
      () => forgetAfter(hostname, KEEP_MS),
      () => forgetAfter(hostname, KEEP_FAILURE_MS),
    )
    return asked
  }
}

async function resolveBySystem(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true, order: 'verbatim' })
  return found.map(({ address }) => address)
}
