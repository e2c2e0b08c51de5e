import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A program of the event log: it writes and flushes, and nobody kills it. */
export interface Program {
  send: (message: object) => void
  /** Closes its channel, on which it ends what it is at, and waits for its end. */
  end: () => Promise<void>
}

/**
 * Starts a TypeScript program with its settings as its one argument and a channel for messages; resolves with
 * its first message, which says that it is ready.
 *
 * @throws Error when it ends before
 */
export async function startProgram(
  file: string,
  settings: object,
  onMessage: (message: unknown) => void,
): Promise<Program> {
  const child = spawn(process.execPath, ['--import', 'tsx', file, JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const early = ended.then(() => {
    throw new Error(`${file} ended before it was ready`)
  })
  await Promise.race([once(child, 'message'), early])
  early.catch(() => undefined)
  child.on('message', onMessage)
  return {
    send: (message) => void child.send(message),
    end: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
