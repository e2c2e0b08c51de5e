import { Redis } from 'ioredis'

/**
 * Writes the commands of one turn of the event loop with one system call. Jobs finish in batches, and one call per
 * command took 9 % of a delivery's CPU.
 */
export class CorkedRedis extends Redis {
  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    // Undefined before the first connection, against its type.
    const { stream: socket } = this as { stream?: Redis['stream'] }
    if (socket?.writableCorked === 0) {
      socket.cork()
      process.nextTick(() => socket.uncork())
    }
    return super.sendCommand(...args)
  }
}
