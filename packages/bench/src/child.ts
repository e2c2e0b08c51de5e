import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Child<In extends { kind: string }, Out> {
  process: ChildProcess
  pid: number
  send(message: Out): void
  /** Resolves with the next message of that kind. Rejects if the process ends or the wait times out. */
  next<Kind extends In['kind']>(kind: Kind, limitMs?: number): Promise<Extract<In, { kind: Kind }>>
  stop: () => Promise<void>
}

const LIMIT_MS = 120_000

/** Starts `file` (in this folder) with the Node flags of this process, so that TypeScript runs there too. */
export function startChild<In extends { kind: string }, Out extends object>(
  file: string,
  args: string[],
  cwd = process.cwd(),
): Child<In, Out> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { cwd })
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code, signal) =>
      reject(new Error(`${file} ended (${code ?? signal ?? 'unknown'})`)),
    )
  })
  ended.catch(() => undefined)
  const next = <Kind extends In['kind']>(kind: Kind, limitMs = LIMIT_MS) =>
    Promise.race([nextMessage<In, Kind>(child, { kind, limitMs, file }), ended])
  return {
    process: child,
    pid: child.pid ?? 0,
    send: (message) => void child.send(message),
    next,
    stop: () => stopProcess(child),
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await ended
  clearTimeout(timer)
}

const STOP_LIMIT_MS = 5_000

interface Wanted<Kind> {
  kind: Kind
  limitMs: number
  file: string
}

function nextMessage<In extends { kind: string }, Kind extends In['kind']>(
  child: ChildProcess,
  { kind, limitMs, file }: Wanted<Kind>,
) {
  return new Promise<Extract<In, { kind: Kind }>>((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer)
      child.off('message', onMessage)
    }
    const onMessage = (message: unknown) => {
      const known = message as In
      if (known.kind !== kind) return
      finish()
      resolve(known as Extract<In, { kind: Kind }>)
    }
    const timer = setTimeout(() => {
      finish()
      reject(new Error(`${file} sent no message "${kind}" within ${limitMs} ms`))
    }, limitMs)
    child.on('message', onMessage)
  })
}
