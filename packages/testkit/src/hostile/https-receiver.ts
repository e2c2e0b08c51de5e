import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import type { CertificateAndKey } from '../certificates.js'
import { urlOf, type RunningReceiver, type HostileRequest } from './receiver-spec.js'
import { serve } from '../serve.js'

export type Exchange = {
  readonly request: Omit<HostileRequest, 'status'>
  /** Number of the request, from 1. */
  readonly n: number
  readonly response: ServerResponse
  /** The TCP connection under TLS. */
  readonly tcp: Socket | undefined
  /** Waits. Never resolves if the sender disconnects before. */
  readonly after: (ms: number, act: () => void) => void
}

/** Responds or does not. Returns the status of the response. */
export type Behaviour = (exchange: Exchange) => number | null

export async function startHttpsReceiver(
  tls: CertificateAndKey,
  behave: Behaviour,
): Promise<RunningReceiver> {
  const received: HostileRequest[] = []
  const server = createServer({ cert: tls.certPem, key: tls.keyPem })
  const served = await serve(server)
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    // The test expects the sender to disconnect during the write.
    for (const stream of [incoming, response]) stream.on('error', () => undefined)
    const tcp = served.sockets.get(incoming.socket.remotePort ?? 0)
    incoming.resume().on('end', () => {
      const request = identify(incoming)
      const after = (ms: number, act: () => void) => actLater(response, ms, act)
      const status = behave({ request, n: received.length + 1, response, tcp, after })
      received.push({ ...request, status })
    })
  })
  const { port, sockets, close } = served
  return { url: urlOf(port), received, connections: () => sockets.size, close }
}

function identify({ headers }: IncomingMessage) {
  const id = headers['webhook-id']
  const attempt = headers['x-service-attempt']
  return {
    webhookId: typeof id === 'string' ? id : null,
    attempt: typeof attempt === 'string' ? Number(attempt) : null,
  }
}

function actLater(response: ServerResponse, ms: number, act: () => void): void {
  const timer = setTimeout(act, ms)
  response.once('close', () => clearTimeout(timer))
}
