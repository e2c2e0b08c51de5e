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
  readonly acceptedConnections: () => number
  readonly inject: (fault: Fault) => void
  /** Ends all faults. Resets connections that lost data; the others continue. */
  readonly heal: () => Promise<void>
  /** Ends every connection and refuses new ones, like a stopped server. */
  readonly cut: () => Promise<void>
  /** Accepts connections again, on the same port. */
  readonly restore: () => Promise<void>
  /** Delays all data on open and new connections, without loss. */
  readonly freeze: () => void
  readonly thaw: () => void
  readonly close: () => Promise<void>
}

export type FaultProxyOptions = {
  /** Starts with the server unavailable. */
  readonly startsCut?: boolean
  /** The random source for jitter and byte counts. Default: a new one. */
  readonly seed?: number
}

/** A TCP proxy on loopback in front of a real server, to inject network faults. */
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
      near,
      target,
      faults,
      random: random.fork(accepted),
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
