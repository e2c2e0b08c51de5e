import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { createLoadLimit } from './load-limit.js'

let server: Server
let url: string
const inWork: ServerResponse[] = []

beforeEach(async () => {
  const load = createLoadLimit(2)
  server = createServer((request, response) => {
    if (!load.admit(request, response)) return
    load.leaveWhenAnswered(response)
    inWork.push(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
  inWork.length = 0
})

it('refuses at once, and says when to come again, while as many are in work as it takes', async () => {
  const first = fetch(url)
  await once(server, 'request')
  const second = fetch(url)
  await once(server, 'request')

  const third = await fetch(url)

  expect(third.status).toBe(503)
  expect(third.headers.get('retry-after')).toBe('1')
  expect(await third.json()).toMatchObject({ code: 'overloaded', status: 503 })
  for (const response of inWork) response.end('done')
  expect(await Promise.all([first, second].map(async (each) => (await each).text()))).toEqual([
    'done',
    'done',
  ])
})

it('takes requests again once others are answered, or their callers have gone', async () => {
  const gone = new AbortController()
  const first = fetch(url, { signal: gone.signal })
  first.catch(() => undefined)
  await once(server, 'request')
  const second = fetch(url)
  await once(server, 'request')
  const [left, answered] = inWork
  const hasLeft = once(left as ServerResponse, 'close')
  gone.abort()
  await hasLeft
  answered?.end('done')
  await second

  const third = fetch(url)
  await once(server, 'request')
  inWork.at(-1)?.end('taken')

  expect(await (await third).text()).toBe('taken')
})

it('counts no answer that was made, whether its caller reads it or not', async () => {
  const silent = connect((server.address() as AddressInfo).port, '127.0.0.1')
  silent.on('error', () => undefined)
  silent.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2))
  await waitFor(() => inWork.length === 2, { what: 'both requests' })
  // More than the system takes from a server for a client that does not read.
  for (const response of inWork) response.end(Buffer.alloc(16 * 1024 * 1024))

  const third = fetch(url)
  await waitFor(() => inWork.length === 3, { what: 'the third to be taken', timeoutMs: 3_000 })
  inWork.at(-1)?.end('taken')

  expect(await (await third).text()).toBe('taken')
  expect(inWork.map(({ writableFinished }) => writableFinished)).toEqual([false, false, true])
  silent.destroy()
})
