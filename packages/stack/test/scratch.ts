import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { makeScratchHome } from '../src/home.js'

/** A data home that is removed at the end, after everything started on it has been stopped. */
export interface Scratch {
  home: string
  /** Runs before the folder is removed, in reverse order. */
  onEnd(step: () => Promise<void>): void
  end(): Promise<void>
}

export async function makeScratch(): Promise<Scratch> {
  const home = await makeScratchHome()
  const steps: (() => Promise<void>)[] = []
  return {
    home,
    onEnd: (step) => steps.unshift(step),
    async end() {
      for (const step of steps) await step()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Runs one of the programs beside this file until `scratch` ends; resolves with its first line. */
export async function runProgram(
  scratch: Scratch,
  name: string,
  args: string[],
): Promise<{ child: ChildProcess; line: string }> {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const file = fileURLToPath(new URL(name, import.meta.url))
  const child = spawn(process.execPath, ['--import', loader, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  scratch.onEnd(() => killHard(child))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, line }
}

export async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
