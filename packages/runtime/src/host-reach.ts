import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** Returns all addresses of a name, in the order to try them. */
export type ResolveHost = (host: string) => Promise<string[]>

export interface HostReach {
  /** The addresses that may be dialed. @throws RejectedHost, or the resolver's error with its code */
  addressesOf(host: string): Promise<string[]>
  /** Trusted certificates, in place of the default roots. */
  ca: string[] | undefined
}

/** The host leads to a forbidden address; the message says where and why. */
export class RejectedHost extends Error {
  override name = 'RejectedHost'
}

export interface HostReachOptions {
  publicUrl: string
  linkBaseHost: string
  /** Why a host of a customer may not be reached at an address; null if it may. */
  refusalOf: (host: string, address: string) => string | null
  resolve?: ResolveHost
  ca?: string[]
}

/**
 * The operator's own hosts are reached wherever they lead. Other hosts were named by customers and are reached only
 * at addresses that deliveries may reach (public, DELIVERY_ALLOW_NETS) and where PUBLIC_URL leads, so that they
 * cannot make this machine send requests into its own network. Keeps what names resolve to: use it for one check.
 */
export function createHostReach(options: HostReachOptions): HostReach {
  const { refusalOf, resolve = resolveBySystem, ca } = options
  const known = new Map<string, Promise<string[]>>()
  const cachedAddresses = (host: string) => {
    const asked = known.get(host) ?? resolveHost(host, resolve)
    known.set(host, asked)
    return asked
  }
  const publicHost = hostOf(options.publicUrl)
  const ownHosts = [publicHost, hostOf(`http://${options.linkBaseHost}`)]
  const isOwn = (host: string) => ownHosts.some((own) => host === own || host.endsWith(`.${own}`))
  return {
    ca,
    async addressesOf(host) {
      const addresses = await cachedAddresses(host)
      if (isOwn(host)) return addresses
      const ours = await cachedAddresses(publicHost).catch((): string[] => [])
      return onlyAllowed(host, addresses, (address) =>
        ours.includes(address) ? null : refusalOf(host, address),
      )
    },
  }
}

export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '')
}

function onlyAllowed(
  host: string,
  addresses: string[],
  refusal: (address: string) => string | null,
): string[] {
  const allowed = addresses.filter((address) => refusal(address) === null)
  const [first] = addresses
  if (first === undefined) throw new RejectedHost(`${host} has no address`)
  if (allowed.length > 0) return allowed
  throw new RejectedHost(
    `it leads to ${first}, which is not allowed: ${refusal(first) ?? ''} If this is intended, add its network to DELIVERY_ALLOW_NETS.`,
  )
}

/** Names under localhost are this machine (RFC 6761), even if the system's resolver does not know it. */
const LOCALHOST = /(^|\.)localhost$/

function resolveHost(host: string, resolve: ResolveHost): Promise<string[]> {
  if (isIP(host) > 0) return Promise.resolve([host])
  return LOCALHOST.test(host) ? Promise.resolve(['127.0.0.1', '::1']) : resolve(host)
}

/** Resolves a name as other programs of this machine do, /etc/hosts included. */
export async function resolveBySystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true, order: 'verbatim' })
  return found.map(({ address }) => address)
}
