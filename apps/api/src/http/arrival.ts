import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Arrival {
  request: IncomingMessage
  response: ServerResponse
  /** When the head, later the body, was complete, by `performance.now()`. */
  startedMs: number
  /** The requested host, in lower case without port. */
  asked: string
  /** The caller's address as TRUST_PROXY defines it, or empty. */
  address: string
  /** The key for limits by address: an IPv4 address or a /64; null if the address stands for many callers. */
  client: string | null
  isApi: boolean
}

const ADDRESS = Symbol('address')
type Addressed = IncomingMessage & { [ADDRESS]?: string }

export function keepAddress({ request, address }: Pick<Arrival, 'request' | 'address'>): void {
  ;(request as Addressed)[ADDRESS] = address
}

export function addressOf(request: IncomingMessage): string {
  return (request as Addressed)[ADDRESS] ?? ''
}
