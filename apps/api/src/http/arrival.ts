import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request on its way to a handler. */
export interface Arrival {
  request: IncomingMessage
  response: ServerResponse
  /** When its head had come, then when it was whole, as `performance.now` tells it. */
  startedMs: number
  /** The host that it asks for, without port and in lower case. */
  asked: string
  /** Of the caller, as TRUST_PROXY defines it; empty when the connection has none. */
  address: string
  /** Whom limits by address count: an IPv4 address or a /64; null where the address stands for many callers. */
  client: string | null
  /** For Express, not for the link host. */
  isApi: boolean
}

const ADDRESS = Symbol('address')
type Addressed = IncomingMessage & { [ADDRESS]?: string }

/** Keeps the caller's address for the handlers of Express, so that X-Forwarded-For is read once. */
export function keepAddress({ request, address }: Pick<Arrival, 'request' | 'address'>): void {
  ;(request as Addressed)[ADDRESS] = address
}

/** The caller's address; empty when the connection has none. */
export function addressOf(request: IncomingMessage): string {
  return (request as Addressed)[ADDRESS] ?? ''
}
