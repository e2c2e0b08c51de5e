import { fileURLToPath } from 'node:url'
import { startProgram } from './program.js'

export interface ClientSettings {
  eventLog: string
  /** The prefix of the installs' names, before the number. */
  name: string
  /** The APIs, on loopback, called in turn. */
  apiPorts: number[]
  linkHost: string
  /** A deep link with an Android app, so that a click returns the landing page. */
  code: string
  projectKey: string
}

export type ClientMessage =
  /** Visitors per second, and their maximum number; null for no maximum. */
  { kind: 'rate'; rate: number; count: number | null } | { kind: 'stop'; withinMs: number }

export interface Stopped {
  kind: 'stopped'
  visitors: number
  /** Visitors whose install was not accepted in time. */
  unfinished: number
}

export type ClientReply = { kind: 'came' } | Stopped

export interface EventLogClient {
  readonly eventLog: string
  setRate(rate: number): void
  /** Starts a number of visitors at a rate per second. Resolves with the last, whose install may be unfinished. */
  bring(count: number, rate: number): Promise<void>
  /** Stops new visitors and waits, up to a timeout, until all have been accepted. */
  stop(withinMs: number): Promise<Stopped>
  close(): Promise<void>
}

export async function startEventLogClient(settings: ClientSettings): Promise<EventLogClient> {
  const file = fileURLToPath(new URL('client-process.ts', import.meta.url))
  let onCame: () => void = () => undefined
  let onStopped: (reply: Stopped) => void = () => undefined
  const program = await startProgram(file, settings, (message) => {
    const reply = message as ClientReply
    if (reply.kind === 'came') onCame()
    else onStopped(reply)
  })
  const send = (message: ClientMessage) => program.send(message)
  return {
    eventLog: settings.eventLog,
    setRate: (rate) => send({ kind: 'rate', rate, count: null }),
    bring: (count, rate) =>
      new Promise((resolve) => {
        onCame = resolve
        send({ kind: 'rate', rate, count })
      }),
    stop: (withinMs) =>
      new Promise((resolve) => {
        onStopped = resolve
        send({ kind: 'stop', withinMs })
      }),
    close: program.end,
  }
}
