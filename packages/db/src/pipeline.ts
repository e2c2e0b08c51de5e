import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'

/** What node-postgres has and its types leave out. */
interface Pipelining {
  /** Statements are sent without waiting for the answers to those before. */
  pipeline: boolean
  connection: { stream: Socket }
}

type Settled<Results extends unknown[]> = {
  [Key in keyof Results]: PromiseSettledResult<Awaited<Results[Key]>>
}

/**
 * Sends some statements of one connection in one write and waits for all their answers: one round trip, and a third
 * of the system calls. A statement that fails stops none of those after it.
 *
 * @param send sends them, in order, without awaiting
 * @returns how each ended
 */
export async function pipeline<Results extends [unknown, ...unknown[]]>(
  client: PoolClient,
  send: () => Results,
): Promise<Settled<Results>> {
  // Both are there since 8.19, and `pipeline` is an option of the client's that may change while it rests.
  const connection = client as unknown as Pipelining
  const { stream } = connection.connection
  connection.pipeline = true
  try {
    return await Promise.allSettled(write(stream, send))
  } finally {
    connection.pipeline = false
  }
}

function write<Results>(stream: Socket, send: () => Results): Results {
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}
