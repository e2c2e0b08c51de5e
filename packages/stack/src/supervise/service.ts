import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

import { StackError } from '../errors.js'
import { isReady } from '../is-ready.js'
import { markProcess, signalProcess, type ProcessMark } from '../processes.js'

export interface ServiceOptions {
  /** The prefix of its log lines. */
  name: string
  args: string[]
  env: Record<string, string>
  cwd: string
  readyUrl: string
}

export interface SupervisorOptions {
  /** How long a service may take to finish work in flight. */
  stopTimeoutMs: number
  print: (line: string) => void
  onProcessChange: () => void
  signal: AbortSignal
}

export class Service {
  readonly name: string
  /** The running process; null while none runs. */
  mark: ProcessMark | null = null
  readonly #options: ServiceOptions
  readonly #supervisor: SupervisorOptions
  #ended: Promise<string> = Promise.resolve('')
  #isStopping = false
  #failures = 0
  #restart: NodeJS.Timeout | null = null

  constructor(options: ServiceOptions, supervisor: SupervisorOptions) {
    this.name = options.name
    this.#options = options
    this.#supervisor = supervisor
  }

  async start(): Promise<void> {
    this.#spawn()
    await this.#waitUntilReady()
    void this.#ended.then((how) => this.#scheduleRestart(how))
  }

  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true
    if (this.#restart !== null) clearTimeout(this.#restart)
    if (this.mark === null) return
    // All services stop together, so none sends requests to a stopping one.
    signalProcess(this.mark.pid, 'SIGINT')
    const isOver = new AbortController()
    const deadline = sleep(timeoutMs, 'late', { signal: isOver.signal }).catch(() => 'late')
    const how = await Promise.race([this.#ended, deadline])
    isOver.abort()
    if (how !== 'late') return
    this.#supervisor.print(`${this.name} did not stop within ${timeoutMs / 1_000} s. Killing it.`)
    this.kill()
    await this.#ended
  }

  /** Kills the whole process group, so that no child process survives. */
  kill(): void {
    this.#isStopping = true
    if (this.#restart !== null) clearTimeout(this.#restart)
    if (this.mark !== null) signalProcess(-this.mark.pid, 'SIGKILL')
  }

  #spawn(): void {
    const { args, cwd, env } = this.#options
    const child = spawn(process.execPath, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const startedAt = Date.now()
    this.#ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code ?? 0}`))
    })
    void this.#ended.then(() => {
      this.mark = null
      if (Date.now() - startedAt > STABLE_AFTER_MS) this.#failures = 0
    })
    if (child.pid !== undefined) this.mark = markProcess(child.pid)
    this.#passOutput(child)
    this.#supervisor.onProcessChange()
  }

  #passOutput(child: ChildProcess): void {
    for (const input of [child.stdout, child.stderr]) {
      if (input === null) continue
      const label = this.name.padEnd(LABEL_WIDTH)
      createInterface({ input }).on('line', (line) => this.#supervisor.print(`${label} │ ${line}`))
    }
  }

  async #waitUntilReady(): Promise<void> {
    const { signal } = this.#supervisor
    const deadline = Date.now() + READY_TIMEOUT_MS
    while (Date.now() < deadline && !signal.aborted) {
      if (await isReady(this.#options.readyUrl)) return
      if (this.mark === null) throw this.#startFailure(`ended (${await this.#ended})`)
      await sleep(50)
    }
    if (signal.aborted) throw new StackError('The start was aborted.')
    throw this.#startFailure(`is not ready after ${READY_TIMEOUT_MS / 1_000} s`)
  }

  #startFailure(what: string): StackError {
    return new StackError(
      `The ${this.name} did not start: it ${what}. See its log lines above (${this.name} │ …).`,
    )
  }

  #scheduleRestart(how: string): void {
    if (this.#isStopping) return
    const delayMs = Math.min(1_000 * 2 ** this.#failures, MAX_RESTART_DELAY_MS)
    this.#failures += 1
    this.#supervisor.print(
      `The ${this.name} ended (${how}). Restarting it in ${delayMs / 1_000} s.`,
    )
    this.#restart = setTimeout(() => {
      this.#spawn()
      void this.#ended.then((next) => this.#scheduleRestart(next))
    }, delayMs)
  }
}

const READY_TIMEOUT_MS = 60_000
const STABLE_AFTER_MS = 60_000
const MAX_RESTART_DELAY_MS = 30_000
const LABEL_WIDTH = 6
