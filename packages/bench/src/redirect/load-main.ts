/** The load generator must cost less CPU than the simplest server. Otherwise the benchmark measures the generator. */
import { connect, type Socket } from 'node:net'
import type { FromLoad, LoadSettings, ToLoad } from './load-messages.js'

let requests: Buffer[] = []
let connections: Connection[] = []
const answers: Record<string, number> = {}
let waitsMs: number[] = []
let next = 0
let onFree: (connection: Connection) => void = () => undefined
let onClosed: (connection: Connection) => void = () => undefined

interface Connection {
  socket: Socket
  dueMs: number
  pending: Buffer | null
}

process.on('message', (message: ToLoad) => {
  if (message.kind === 'prepare') void prepare(message)
  else void run(message)
})
process.on('disconnect', () => process.exit(0))

async function prepare(settings: LoadSettings): Promise<void> {
  requests = settings.requests.map((text) => Buffer.from(text, 'latin1'))
  const opening = Array.from({ length: settings.connections }, () => open(settings.port))
  connections = await Promise.all(opening)
  tell({ kind: 'ready' })
}

function tell(message: FromLoad): void {
  process.send?.(message)
}

async function run(message: Exclude<ToLoad, { kind: 'prepare' }>): Promise<void> {
  for (const status of Object.keys(answers)) answers[status] = 0
  waitsMs = []
  const startedMs = performance.now()
  if (message.kind === 'each') await each()
  else {
    const endsMs = startedMs + message.seconds * 1_000
    await (message.kind === 'flood' ? flood(endsMs) : pace(message.perSecond, endsMs))
  }
  tell({ kind: 'done', answers, tookMs: performance.now() - startedMs, waitsMs })
}

/** Ends when the time is over, or when the server has closed all connections. */
function flood(endsMs: number): Promise<void> {
  return new Promise((resolve) => {
    const busy = new Set(connections)
    onClosed = (connection) => {
      busy.delete(connection)
      if (busy.size === 0) resolve()
    }
    onFree = (connection) => {
      const nowMs = performance.now()
      if (nowMs < endsMs) send(connection, nowMs)
      else onClosed(connection)
    }
    for (const connection of connections) send(connection, performance.now())
  })
}

function each(): Promise<void> {
  return new Promise((resolve) => {
    let left = requests.length
    let answered = 0
    const sendNext = (connection: Connection) => {
      if (left === 0) return
      left -= 1
      send(connection, performance.now())
    }
    onFree = (connection) => {
      waitsMs.push(performance.now() - connection.dueMs)
      answered += 1
      if (answered === requests.length) resolve()
      else sendNext(connection)
    }
    for (const connection of connections) sendNext(connection)
  })
}

/** A request waits for a free connection. Its latency includes this wait. */
function pace(perSecond: number, endsMs: number): Promise<void> {
  return new Promise((resolve) => {
    const startedMs = performance.now()
    const total = Math.floor(((endsMs - startedMs) / 1_000) * perSecond)
    const free = [...connections]
    const waiting: number[] = []
    let made = 0
    let answered = 0
    onFree = (connection) => {
      waitsMs.push(performance.now() - connection.dueMs)
      answered += 1
      const dueMs = waiting.shift()
      if (dueMs === undefined) free.push(connection)
      else send(connection, dueMs)
      if (answered === total) resolve()
    }
    const tick = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - startedMs) / 1_000) * perSecond))
      for (; made < due; made += 1) {
        const dueMs = startedMs + (made * 1_000) / perSecond
        const connection = free.pop()
        if (connection === undefined) waiting.push(dueMs)
        else send(connection, dueMs)
      }
      if (made === total) clearInterval(tick)
    }, 1)
  })
}

function send(connection: Connection, dueMs: number): void {
  const request = requests[next]
  if (request === undefined) throw new Error('there are no requests')
  next = (next + 1) % requests.length
  connection.dueMs = dueMs
  connection.socket.write(request)
}

function open(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const connection: Connection = { socket, dueMs: 0, pending: null }
    socket.on('error', reject)
    socket.once('connect', () => resolve(connection))
    socket.once('close', () => onClosed(connection))
    socket.on('data', (chunk) => read(connection, chunk))
  })
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /content-length: *(\d+)/i

/** One response at a time per connection; it usually arrives in one chunk. */
function read(connection: Connection, chunk: Buffer): void {
  const all = connection.pending === null ? chunk : Buffer.concat([connection.pending, chunk])
  connection.pending = all
  const headLength = all.indexOf(HEAD_END)
  if (headLength < 0) return
  const head = all.toString('latin1', 0, headLength)
  if (all.length < headLength + HEAD_END.length + Number(LENGTH.exec(head)?.[1] ?? 0)) return
  connection.pending = null
  const status = head.slice(9, 12)
  answers[status] = (answers[status] ?? 0) + 1
  onFree(connection)
}
