import { connect, Socket } from 'node:net'
import type { Random } from '../seeded-random.js'
import type { FaultState } from './faults.js'
import { createLane, type Lane } from './lane.js'

export type ProxiedConnection = {
  readonly update: () => void
  readonly armCut: () => void
  /** Ends both sides like a process that exits. */
  readonly destroy: () => void
  readonly reset: () => void
  /** Closes the server's side without notifying the client. */
  readonly loseFarSide: () => void
  readonly heal: () => void
}

export type ConnectionOptions = {
  readonly near: Socket
  readonly target: { readonly host: string; readonly port: number }
  readonly faults: FaultState
  readonly random: Random
  readonly onClosed: () => void
}

export function openConnection(options: ConnectionOptions): ProxiedConnection {
  const { near, target, faults } = options
  // Into a black hole the client is accepted all the same; the server never hears of it.
  let isOrphan = faults.isBlackhole
  let isHealed = false
  /** The server ended the connection by an error, and the client could not hear it. */
  let isBroken = false
  const far = isOrphan
    ? new Socket().destroy()
    : connect({ ...target, allowHalfOpen: true, noDelay: true })

  const destroy = () => {
    for (const socket of [near, far]) socket.destroy()
  }
  const reset = () => {
    for (const socket of [near, far]) abort(socket)
  }
  const onLost = () => {
    // The path is whole again, and the server knows nothing of such a connection.
    if (isOrphan && isHealed) reset()
  }
  const lanes = openLanes({ ...options, far, hasFarSide: () => !isOrphan, onLost, destroy })

  for (const [socket, other] of [
    [near, far],
    [far, near],
  ] as const) {
    socket.on('error', () => undefined)
    socket.on('close', (hadError) => {
      if (near.destroyed && far.destroyed) {
        for (const lane of lanes) lane.stop()
        options.onClosed()
      }
      if (hadError && faults.isBlackhole) isBroken = true
      else if (hadError && !isOrphan) abort(other)
      if (isOrphan && socket === near) far.destroy()
    })
  }
  return {
    update: () => lanes.forEach((lane) => lane.update()),
    armCut: () => lanes.forEach((lane) => lane.armCut()),
    destroy,
    reset,
    loseFarSide: () => {
      isOrphan = true
      isHealed = false
      far.destroy()
    },
    heal: () => {
      isHealed = true
      if (isBroken || lanes.some((lane) => lane.hasLost())) reset()
      else lanes.forEach((lane) => lane.hurry())
    },
  }
}

type LanesOptions = ConnectionOptions & {
  readonly far: Socket
  readonly hasFarSide: () => boolean
  readonly onLost: () => void
  readonly destroy: () => void
}

function openLanes({ near, far, destroy, ...options }: LanesOptions): readonly Lane[] {
  const shared = { ...options, onCut: destroy }
  const random = (name: string) => options.random.fork(name)
  return [
    createLane({
      ...shared,
      from: near,
      to: far,
      direction: 'to-server',
      random: random('to-server'),
    }),
    createLane({
      ...shared,
      from: far,
      to: near,
      direction: 'to-client',
      random: random('to-client'),
    }),
  ]
}

/** A socket that is not connected yet has no peer to notify. */
function abort(socket: Socket): void {
  if (socket.connecting) socket.destroy()
  else if (!socket.destroyed) socket.resetAndDestroy()
}
