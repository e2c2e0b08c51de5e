import { connect as connectTcp, isIPv6, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import type { WebhookTarget } from '@throughline/core/webhooks/webhook-address'
import { DeliveryError, describe } from './delivery-error.js'
import { openTunnel } from './proxy-tunnel.js'

export interface DialRequest {
  target: WebhookTarget
  /** The checked address; only this is dialed. */
  address: string
  proxyUrl: string | undefined
  /** Shared by all connections: creating one takes 0.3 to 0.5 ms of CPU, a third of a connection's. */
  secureContext: SecureContext
  timeoutMs: number
}

/** Part of the attempt's deadline that a TCP connect may use (docs/api-contract.md, "Success and failure"). */
const CONNECT_LIMIT_MS = 5_000

/** Connects to exactly the given address and uses the target's name for TLS. @throws DeliveryError, ProxyError */
export async function dial(request: DialRequest): Promise<Socket> {
  const { target, address, proxyUrl, timeoutMs } = request
  const connectMs = Math.min(CONNECT_LIMIT_MS, timeoutMs)
  const socket =
    proxyUrl === undefined
      ? await connect(address, target.port, connectMs)
      : await openTunnel({
          proxyUrl,
          authority: authority(address, target.port),
          limitMs: connectMs,
        })
  socket.setNoDelay(true)
  return target.protocol === 'http:' ? socket : secure(socket, request)
}

function authority(address: string, port: number): string {
  return isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`
}

function connect(address: string, port: number, limitMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host: address, port })
    const fail = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      reject(new DeliveryError('connect', describe(error), error))
    }
    const timer = setTimeout(() => fail(new Error(`No connection within ${limitMs} ms`)), limitMs)
    socket.once('error', fail)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}

function secure(
  socket: Socket,
  { target, secureContext, timeoutMs }: DialRequest,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const tls = connectTls({
      socket,
      // The certificate is checked against this name; an IP address cannot be sent as a server name.
      host: target.hostname,
      servername: target.isLiteral ? '' : target.hostname,
      ALPNProtocols: ['http/1.1'],
      secureContext,
    })
    const fail = (error: DeliveryError) => {
      clearTimeout(timer)
      tls.destroy()
      reject(error)
    }
    const onError = (error: Error) => fail(classifyTls(error))
    const timer = setTimeout(
      () => fail(new DeliveryError('timeout', `No TLS handshake within ${timeoutMs} ms`)),
      timeoutMs,
    )
    tls.once('error', onError)
    tls.once('secureConnect', () => {
      clearTimeout(timer)
      tls.off('error', onError)
      resolve(tls)
    })
  })
}

const RESET_CODES = new Set(['ECONNRESET', 'EPIPE'])

function classifyTls(error: NodeJS.ErrnoException): DeliveryError {
  const isReset = error.code !== undefined && RESET_CODES.has(error.code)
  return new DeliveryError(isReset ? 'reset' : 'tls', describe(error), error)
}
