import { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@throughline/stack/ports'
import { issueCertificate, type CertificateAndKey } from '../certificates.js'
import { startProgram } from './program.js'

export interface Behaviour {
  /** Minimum and maximum delay between the request's last byte and the response. */
  delayMs: [number, number]
  /** How many first attempts of a delivery get 500. Derived from the install's name, so that runs are repeatable. */
  failFirst: [number, number]
}

export interface EndpointSetting {
  path: string
  /** The secrets. Any of them may have signed; the entry names which. */
  secrets: string[]
  behaviour: Behaviour
}

export interface ReceiverSettings {
  eventLog: string
  port: number
  seed: number
  tls: { cert: string; key: string }
}

export interface EventLogReceiver {
  readonly eventLog: string
  readonly port: number
  readonly url: (path: string) => string
  /** Resolves when the receiver applies it. */
  set(endpoint: EndpointSetting): Promise<void>
  /** Resolves when the next request has been answered. */
  nextAnswer(): Promise<void>
  close(): Promise<void>
}

export async function startEventLogReceiver(options: {
  eventLog: string
  seed: number
  authority: CertificateAndKey
}): Promise<EventLogReceiver> {
  const hosts = ['localhost', '127.0.0.1']
  const { certPem, keyPem } = await issueCertificate(options.authority, { hosts })
  const port = await freePort()
  const settings: ReceiverSettings = {
    eventLog: options.eventLog,
    port,
    seed: options.seed,
    tls: { cert: certPem, key: keyPem },
  }
  const file = fileURLToPath(new URL('receiver-process.ts', import.meta.url))
  const events = new EventEmitter().setMaxListeners(0)
  const program = await startProgram(file, settings, (message) => events.emit(kindOf(message)))
  const once = (kind: string) =>
    new Promise<void>((resolve) => {
      events.once(kind, () => resolve())
    })
  return {
    eventLog: options.eventLog,
    port,
    url: (path) => `https://localhost:${port}${path}`,
    set: async (endpoint) => {
      const isSet = once(`set ${endpoint.path}`)
      program.send(endpoint)
      await isSet
    },
    nextAnswer: () => once('answered'),
    close: program.end,
  }
}

function kindOf(message: unknown): string {
  const { kind, path } = message as { kind: string; path?: string }
  return path === undefined ? kind : `${kind} ${path}`
}
