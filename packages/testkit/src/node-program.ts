import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export type NodeProgram = {
  readonly pid: number
  /** Its exit code, or the signal that ended it; its output is complete then. */
  readonly ended: Promise<number | string>
  stdout(): string
  stderr(): string
  /** Resolves when the output contains the text. Rejects if the program ends before, or after 55 s. */
  waitForOutput(text: string): Promise<void>
  /** Sends a signal to every process of the group, like Ctrl-C. */
  signalGroup(signal: NodeJS.Signals): void
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const outputTimeoutMs = 55_000

export async function startNode(
  args: readonly string[],
  env: Record<string, string>,
): Promise<NodeProgram> {
  const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: path, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (said[name] += text))
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'ended')),
  )
  await once(child, 'spawn')
  const pid = Number(child.pid)
  return {
    pid,
    ended,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    waitForOutput: (text) => waitForText(text, { stdout: child.stdout, said, ended }),
    signalGroup: (signal) => process.kill(-pid, signal),
  }
}

export async function runNode(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | string; stdout: string; stderr: string }> {
  const program = await startNode(args, env)
  const code = await program.ended
  return { code, stdout: program.stdout(), stderr: program.stderr() }
}

type Listening = {
  readonly stdout: NodeJS.ReadableStream
  readonly said: { readonly stdout: string; readonly stderr: string }
  readonly ended: Promise<unknown>
}

async function waitForText(text: string, { stdout, said, ended }: Listening): Promise<void> {
  const tell = (what: string) =>
    new Error(`"${text}" ${what}\n--- stdout\n${said.stdout}\n--- stderr\n${said.stderr}`)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => finish(tell('was not printed in time')), outputTimeoutMs)
    const look = () => said.stdout.includes(text) && finish()
    function finish(error?: Error): void {
      clearTimeout(timer)
      stdout.off('data', look)
      if (error === undefined) resolve()
      else reject(error)
    }
    stdout.on('data', look)
    void ended.then(() =>
      finish(said.stdout.includes(text) ? undefined : tell('was never printed')),
    )
    look()
  })
}

export type FoundProcess = {
  readonly pid: number
  readonly command: string
  /** Whether a process has the folder in its environment or command line, or as its working directory. */
  readonly isInEnvironment: boolean
}

/** Returns all processes that use a folder. Linux only; returns none elsewhere. */
export function processesOf(folder: string): FoundProcess[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const command = tryTo(() => readFileSync(`/proc/${name}/cmdline`, 'utf8'))
      const environment = tryTo(() => readFileSync(`/proc/${name}/environ`, 'utf8'))
      const cwd = tryTo(() => readlinkSync(`/proc/${name}/cwd`))
      const isInEnvironment = environment.includes(`=${folder}`)
      if (!isInEnvironment && !command.includes(folder) && !cwd.startsWith(folder)) return []
      return [{ pid: Number(name), command: command.replaceAll('\0', ' ').trim(), isInEnvironment }]
    })
}

/** A process may end while it is read. */
function tryTo(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
