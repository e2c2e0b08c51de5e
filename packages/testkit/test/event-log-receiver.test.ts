import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { makeCertificateAuthority, type CertificateAndKey } from '../src/certificates.js'
import type { ReceiverEntry } from '../src/event-log/entries.js'
import { readEventLog } from '../src/event-log/event-log-file.js'
import {
  startEventLogReceiver,
  type Behaviour,
  type EventLogReceiver,
} from '../src/event-log/receiver.js'

const DELAY_MS = 400

let folder: string
let authority: CertificateAndKey
let receiver: EventLogReceiver
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-receiver-'))
  authority = await makeCertificateAuthority()
  receiver = await startEventLogReceiver({
    eventLog: join(folder, 'event-log'),
    seed: 1,
    authority,
  })
  const behaviour: Behaviour = { delayMs: [DELAY_MS, DELAY_MS], failFirst: [0, 0] }
  await receiver.set({ path: '/', secrets: [], behaviour })
})
afterEach(async () => {
  await receiver.close()
  await rm(folder, { recursive: true })
})

it('records when a connection was cut before its sender had a response', async () => {
  const answered = receiver.nextAnswer()
  const sent = request(receiver.url('/'), { method: 'POST', ca: authority.certPem })
  sent.on('error', () => undefined)
  sent.end('{}', () => setTimeout(() => sent.destroy(), DELAY_MS / 4))
  await answered
  const [entry] = await readEventLog<ReceiverEntry>(receiver.eventLog)
  if (entry === undefined) throw new Error('nothing was written down')
  expect(entry.answeredAt - entry.at).toBeLessThan(DELAY_MS * 0.75)
})
