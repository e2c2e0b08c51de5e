import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { startEventLogClient, type EventLogClient } from '../src/event-log/client.js'
import type { ClientEntry } from '../src/event-log/entries.js'
import { readEventLog } from '../src/event-log/event-log-file.js'

const PAGE =
  '<a href="https://play.google.com/store/apps/details?id=com.example.shop&amp;referrer=token">'

let folder: string
let api: Server
let client: EventLogClient
let installs: number
beforeEach(async () => {
  installs = 0
  folder = await mkdtemp(join(tmpdir(), 'throughline-client-'))
  api = createServer((request, response) => {
    if (request.method === 'GET') return response.end(PAGE)
    installs += 1
    // One of them must be retried.
    if (installs === 1) return response.writeHead(503, { 'retry-after': '0' }).end()
    return response.end('{"matched":true}')
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  client = await startEventLogClient({
    eventLog: join(folder, 'event-log'),
    name: 'v',
    // A server that listens on a TCP port has an AddressInfo.
    apiPorts: [(api.address() as AddressInfo).port],
    linkHost: 'links.test',
    code: 'code',
    projectKey: 'key',
  })
})
afterEach(async () => {
  await client.close()
  await new Promise((resolve) => api.close(resolve))
  await rm(folder, { recursive: true })
})

it('sends the requested number of visitors, each accepted once', async () => {
  await client.bring(7, 400)
  await client.bring(3, 400)
  expect(await client.stop(30_000)).toEqual({ kind: 'stopped', visitors: 10, unfinished: 0 })
  const entries = await readEventLog<ClientEntry>(client.eventLog)
  const accepted = entries.filter(({ kind }) => kind === 'accepted').map(({ install }) => install)
  expect(accepted.toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => `v-${n + 1}`).toSorted())
  expect(entries.filter(({ kind }) => kind === 'refused')).toHaveLength(1)
})
