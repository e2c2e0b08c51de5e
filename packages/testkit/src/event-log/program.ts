import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Program {
  send: (message: object) => void
  end: () => Promise<void>
}

/** Runs a TypeScript program. Resolves with its first message. @throws Error if it ends before */
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
