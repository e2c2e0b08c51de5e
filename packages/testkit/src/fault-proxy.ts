import type { Socket } from 'node:net'
import { openConnection, type ProxiedConnection } from './fault-proxy/connection.js'
import { noFaults, type Fault } from './fault-proxy/faults.js'
import { startListener } from './fault-proxy/listener.js'
import { createRandom, newSeed } from './seeded-random.js'

export type { Direction, Fault } from './fault-proxy/faults.js'

export type FaultProxy = {
  readonly url: string
  readonly port: number
  readonly seed: number
  readonly openConnections: () => number
  /** Connections that were ever taken. */
  readonly acceptedConnections: () => number
  /** Makes things go wrong; see `Fault` for what, for which connections and for how long. */
  readonly inject: (fault: Fault) => void
  /** Ends all faults. Connections on which something was lost are reset; the others go on. */
  readonly heal: () => Promise<void>
  /** Ends every connection and refuses new ones, as a server does that has gone. */
  readonly cut: () => Promise<void>
  /** Takes connections again, on the same port. */
  readonly restore: () => Promise<void>
  /** Nothing passes any more, on open connections and on new ones; nothing is lost either. */
  readonly freeze: () => void
  readonly thaw: () => void
  readonly close: () => Promise<void>
}

export type FaultProxyOptions = {
  /** The server is away from the start. */
  readonly startsCut?: boolean
  /** Decides jitter and counts of bytes. Default: a new one. */
  readonly seed?: number
}

/** A TCP proxy on loopback before a real server, to make the network fail on purpose. */
export async function startFaultProxy(
  serverUrl: string,
  { startsCut = false, seed = newSeed() }: FaultProxyOptions = {},
): Promise<FaultProxy> {
  const target = addressOf(serverUrl)
  const random = createRandom(seed)
  const faults = noFaults()
  const connections = new Set<ProxiedConnection>()
  let accepted = 0

  const listener = await startListener((near: Socket) => {
    accepted += 1
    const connection: ProxiedConnection = openConnection({
      ...{ near, target, faults, random: random.fork(accepted) },
      onClosed: () => connections.delete(connection),
    })
    connections.add(connection)
    connection.update()
  })
  const each = (act: (connection: ProxiedConnection) => void) => [...connections].forEach(act)
  const cut = () => {
    const closed = listener.close()
    each((connection) => connection.destroy())
    return closed
  }
  const setFrozen = (isFrozen: boolean) => {
    faults.isFrozen = isFrozen
    each((connection) => connection.update())
  }

  if (startsCut) await cut()
  return {
    url: throughPort(serverUrl, listener.port),
    port: listener.port,
    seed,
    openConnections: () => connections.size,
    acceptedConnections: () => accepted,
    inject: (fault) => inject(fault, faults, each),
    heal: async () => {
      Object.assign(faults, noFaults())
      each((connection) => connection.armCut())
      each((connection) => connection.heal())
      await listener.open()
    },
    cut,
    restore: listener.open,
    freeze: () => setFrozen(true),
    thaw: () => setFrozen(false),
    close: cut,
  }
}

type Each = (act: (connection: ProxiedConnection) => void) => void

function inject(fault: Fault, faults: ReturnType<typeof noFaults>, each: Each): void {
  switch (fault.kind) {
    case 'latency':
      faults.latencyMs = fault.ms
      faults.jitterMs = fault.jitterMs ?? 0
      return
    case 'blackhole':
      faults.isBlackhole = true
      each((connection) => connection.update())
      return
    case 'cut-after':
      faults.cutAfter = fault
      each((connection) => connection.armCut())
      return
    case 'reset':
      each((connection) => connection.reset())
      return
    case 'half-open':
      each((connection) => connection.loseFarSide())
  }
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'https:': 443,
  'http:': 80,
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
}

function addressOf(serverUrl: string) {
  const { protocol, hostname, port } = new URL(serverUrl)
  return { host: hostname, port: port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port) }
}

function throughPort(serverUrl: string, port: number): string {
  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.href
}
