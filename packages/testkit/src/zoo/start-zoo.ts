import { createServer } from 'node:https'
import { issueCertificate, type CertificateAndKey } from '../certificates.js'
import { createRandom } from '../seeded-random.js'
import { zooHost, type AnimalName, type Expectation, type ZooRequest } from './animal.js'
import { animalNames, catalogue } from './catalogue.js'
import { serve } from './serve.js'

export type Animal = {
  readonly name: AnimalName
  /** Under https://127.0.0.1. */
  readonly url: string
  /** How many requests came whole. */
  readonly requests: () => number
  /** Those requests, in order. */
  readonly received: () => readonly ZooRequest[]
  /** TCP connections that are open now. */
  readonly connections: () => number
  /** What the sender must make of one attempt. */
  readonly expected: Expectation
}

export type Zoo = {
  readonly seed: number
  readonly animals: readonly Animal[]
  /** @throws Error when it is not in this zoo */
  readonly animal: (name: AnimalName) => Animal
  /** Connections to the server that the redirect names; must stay 0. */
  readonly canaryHits: () => number
  readonly close: () => Promise<void>
}

export type ZooOptions = {
  /** The authority that the sender trusts. */
  readonly authority: CertificateAndKey
  readonly seed: number
  /** The sender's deadline for one attempt: some live just inside it, some just outside. */
  readonly timeoutMs: number
  /** Default: all. */
  readonly only?: readonly AnimalName[]
}

/** Starts receivers that do all that a receiver must not do, each a real server on 127.0.0.1. */
export async function startZoo(options: ZooOptions): Promise<Zoo> {
  const { authority, seed, timeoutMs, only = animalNames } = options
  const certificate = await issueCertificate(authority, { hosts: [zooHost, 'localhost'] })
  const random = createRandom(seed)
  const canary = await startCanary(certificate)
  const living = await Promise.all(
    only.map(async (name) => {
      const { expected, start } = catalogue[name]
      const { url: canaryUrl } = canary
      const habitat = { authority, certificate, timeoutMs, canaryUrl, random: random.fork(name) }
      const { url, received, connections, close } = await start(habitat)
      const seen = { requests: () => received.length, received: () => received, connections }
      return { name, url: url + name, expected, ...seen, close }
    }),
  )
  return {
    seed,
    animals: living,
    animal: (name) => {
      const found = living.find((animal) => animal.name === name)
      if (found === undefined) throw new Error(`the zoo was started without ${name}`)
      return found
    },
    canaryHits: canary.hits,
    close: async () => {
      await Promise.all([canary, ...living].map(({ close }) => close()))
    },
  }
}

/** A good receiver, so that whoever follows the redirect gets there. */
async function startCanary({ certPem: cert, keyPem: key }: CertificateAndKey) {
  let hits = 0
  const server = createServer({ cert, key }, (_request, response) => {
    response.writeHead(204).end()
  })
  server.on('connection', () => (hits += 1))
  const { port, close } = await serve(server)
  return { url: `https://${zooHost}:${port}/canary`, hits: () => hits, close }
}
