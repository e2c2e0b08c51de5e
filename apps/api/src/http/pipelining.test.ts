import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { boundPipelining } from './pipelining.js'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

it('reports a closed connection once to each response, including queued ones', async () => {
  const open: ServerResponse[] = []
  const closed: string[] = []
  server = createServer(
    boundPipelining((request, response) => {
      open.push(response)
      response.on('close', () => closed.push(request.url ?? ''))
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(
    ['/1', '/2', '/3', '/4'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''),
  )
  await waitFor(() => open.length === 4, { what: 'the requests' })
  const answered = once(socket, 'data')
  open[0]?.end('one')
  await answered
  open[2]?.end('three')

  socket.destroy()

  await waitFor(() => closed.length === 4, { what: 'the ends of the answers' })
  open[1]?.end('two')
  open[3]?.end('four')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(closed.toSorted()).toEqual(['/1', '/2', '/3', '/4'])
})

it('closes a connection whose chunked body would have to wait', async () => {
  let requests = 0
  server = createServer(boundPipelining(() => (requests += 1)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n'
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(8) + chunked)
  await closed
  expect(requests).toBe(8)
})
