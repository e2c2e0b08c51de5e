import { fileURLToPath } from 'node:url'
import { startProgram } from './program.js'

export interface ClientSettings {
  ledger: string
  /** Before the number in the installs' names. */
  name: string
  /** The APIs, on loopback, asked in turn. */
  apiPorts: number[]
  linkHost: string
  /** A deep link with an Android app, so that a tap answers the loading page. */
  code: string
  projectKey: string
}

export type ClientMessage =
  /** Visitors a second. */
  { kind: 'rate'; rate: number } | { kind: 'stop'; withinMs: number }

export interface ClientReply {
  kind: 'stopped'
  visitors: number
  /** Those whose install was not accepted in time. */
  unfinished: number
}

/** A running ledger client. */
export interface LedgerClient {
  readonly ledger: string
  /** Sets how many visitors come in a second. */
  setRate(rate: number): void
  /** No new visitors; waits until all that came are accepted, at most so long. */
  stop(withinMs: number): Promise<ClientReply>
  close(): Promise<void>
}

/** Starts the client in a process of its own, with no visitors yet. */
export async function startLedgerClient(settings: ClientSettings): Promise<LedgerClient> {
  const file = fileURLToPath(new URL('client-process.ts', import.meta.url))
  let onStopped: (reply: ClientReply) => void = () => undefined
  const program = await startProgram(file, settings, (message) => {
    // The only message after the first.
    onStopped(message as ClientReply)
  })
  const send = (message: ClientMessage) => program.send(message)
  return {
    ledger: settings.ledger,
    setRate: (rate) => send({ kind: 'rate', rate }),
    stop: (withinMs) =>
      new Promise((resolve) => {
        onStopped = resolve
        send({ kind: 'stop', withinMs })
      }),
    close: program.end,
  }
}
