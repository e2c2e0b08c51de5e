/** Minimal HTTP/1.1 on loopback, so that the benchmark measures the sender. */
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Arrival, FromReceiver, ToReceiver } from './receiver-messages.js'

const ANSWER = Buffer.from(
  'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok',
)
const HEAD_END = Buffer.from('\r\n\r\n')
const CONTENT_LENGTH = /\r\ncontent-length: ?(\d+)/i
const WEBHOOK_ID = /\r\nwebhook-id: ?([^\r]+)/i

let received = 0
let notifyAt = Infinity
let isRecording = false
let arrivals: Arrival[] = []

const healthyPorts = Number(process.argv[2])
const ports: number[] = []
for (let index = 0; index < healthyPorts; index += 1) ports.push(await listen(serve))
const blackHolePort = await listen((socket) => void socket.on('error', () => undefined).resume())

process.on('message', (message: ToReceiver) => {
  if (message.kind === 'expect') {
    received = 0
    arrivals = []
    isRecording = message.isRecording
    notifyAt = message.count
    tell({ kind: 'expecting' })
  } else if (message.kind === 'notify') {
    notifyAt = message.count
    tellIfReached()
  } else if (message.kind === 'count') {
    tell({ kind: 'counted', count: received })
  } else {
    tell({ kind: 'arrivals', arrivals })
    arrivals = []
  }
})
process.on('disconnect', () => process.exit(0))
tell({ kind: 'ports', ports, blackHolePort })

function tell(message: FromReceiver): void {
  process.send?.(message)
}

async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer({ noDelay: true }, onConnection)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4_096, resolve))
  return (server.address() as AddressInfo).port
}

/** One request at a time on a connection; its head and body usually come in one piece. */
function serve(socket: Socket): void {
  let pending: Buffer | null = null
  let firstByteMs = 0
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    if (pending === null) {
      if (isRecording) firstByteMs = nowMs()
      pending = chunk
    } else {
      pending = Buffer.concat([pending, chunk])
    }
    const headLength = pending.indexOf(HEAD_END)
    if (headLength < 0) return
    const head = pending.toString('latin1', 0, headLength)
    const bodyLength = Number(CONTENT_LENGTH.exec(head)?.[1] ?? 0)
    if (pending.length < headLength + HEAD_END.length + bodyLength) return
    pending = null
    if (isRecording) arrivals.push([WEBHOOK_ID.exec(head)?.[1] ?? '', firstByteMs])
    socket.write(ANSWER)
    received += 1
    tellIfReached()
  })
}

function tellIfReached(): void {
  if (received < notifyAt) return
  notifyAt = Infinity
  tell({ kind: 'reached', count: received, atMs: nowMs() })
}

/** The machine's monotonic clock, which all its processes share. */
function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
