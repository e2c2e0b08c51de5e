import { createServer } from 'node:https'
import { issueCertificate, type CertificateAndKey } from '../certificates.js'
import { createRandom } from '../seeded-random.js'
import {
  hostileHost,
  type HostileReceiverName,
  type Expectation,
  type HostileRequest,
} from './receiver-spec.js'
import { hostileReceiverNames, catalogue } from './catalogue.js'
import { serve } from '../serve.js'

export type HostileReceiver = {
  readonly name: HostileReceiverName
  readonly url: string
  readonly requests: () => number
  readonly received: () => readonly HostileRequest[]
  readonly connections: () => number
  readonly expected: Expectation
}

export type HostileReceivers = {
  readonly seed: number
  readonly receivers: readonly HostileReceiver[]
  readonly receiver: (name: HostileReceiverName) => HostileReceiver
  /** Connections to the server that the redirect names; must stay 0. */
  readonly canaryHits: () => number
  readonly close: () => Promise<void>
}

export type HostileReceiversOptions = {
  /** The authority that the sender trusts. */
  readonly authority: CertificateAndKey
  readonly seed: number
  /** The sender's deadline for one attempt: some live just inside it, some just outside. */
  readonly timeoutMs: number
  readonly only?: readonly HostileReceiverName[]
}

export async function startHostileReceivers(
  options: HostileReceiversOptions,
): Promise<HostileReceivers> {
  const { authority, seed, timeoutMs, only = hostileReceiverNames } = options
  const certificate = await issueCertificate(authority, { hosts: [hostileHost, 'localhost'] })
  const random = createRandom(seed)
  const canary = await startCanary(certificate)
  const living = await Promise.all(
    only.map(async (name) => {
      const { expected, start } = catalogue[name]
      const { url: canaryUrl } = canary
      const environment = {
        authority,
        certificate,
        timeoutMs,
        canaryUrl,
        random: random.fork(name),
      }
      const { url, received, connections, close } = await start(environment)
      const seen = { requests: () => received.length, received: () => received, connections }
      return { name, url: url + name, expected, ...seen, close }
    }),
  )
  return {
    seed,
    receivers: living,
    receiver: (name) => {
      const found = living.find((receiver) => receiver.name === name)
      if (found === undefined) throw new Error(`the hostile receivers were started without ${name}`)
      return found
    },
    canaryHits: canary.hits,
    close: async () => {
      await Promise.all([canary, ...living].map(({ close }) => close()))
    },
  }
}

/** A valid receiver at the target of the redirect, to detect senders that follow it. */
async function startCanary({ certPem: cert, keyPem: key }: CertificateAndKey) {
  let hits = 0
  const server = createServer({ cert, key }, (_request, response) => {
    response.writeHead(204).end()
  })
  server.on('connection', () => (hits += 1))
  const { port, close } = await serve(server)
  return { url: `https://${hostileHost}:${port}/canary`, hits: () => hits, close }
}
