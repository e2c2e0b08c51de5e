import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Responses of one connection that are in progress or unread. */
const MAX_UNSENT = 8
/** Reading pauses beyond this; one larger response is allowed. */
const MAX_UNSENT_BYTES = 64 * 1024
/** Requests of all connections that are read but not started: one read of 64 kB may hold 2,000, at 3 kB each. */
const MAX_WAITING = 10_000
const WAITING_SHARE = 16

interface Connection {
  current: ServerResponse | null
  queued: ServerResponse[]
  waiting: { request: IncomingMessage; response: ServerResponse }[]
  /** Undefined until first paused; from then on it listens to its socket. */
  isPaused: boolean | undefined
  isScheduled: boolean
  isWatched: boolean
}

const CONNECTION = Symbol('connection')
type TrackedSocket = Socket & { [CONNECTION]: Connection | undefined }

/** Stops reading from a client with 8 responses or 64 kB unsent; Node would first answer all requests of a read. */
export function boundPipelining(listener: RequestListener): RequestListener {
  let waitingOfAll = 0

  const run = (connection: Connection, request: IncomingMessage, response: ServerResponse) => {
    if (!addAnswer(connection, response)) watch(request.socket, connection)
    response.on('close', onClose)
    listener(request, response)
  }

  function onClose(this: ServerResponse) {
    const { socket } = this.req
    const connection = connectionOf(socket)
    connection.current = connection.queued.length === 0 ? null : (connection.queued.shift() ?? null)
    // Runs even if no request waits: the last response may have filled the connection, which is still paused.
    if (connection.isPaused === true) schedule(socket, connection)
  }

  // Takes turns with other connections; otherwise all responses that fit into the system's buffer would be created first.
  const schedule = (socket: Socket, connection: Connection) => {
    if (connection.isScheduled) return
    connection.isScheduled = true
    setImmediate(() => {
      connection.isScheduled = false
      goOn(socket, connection)
    })
  }

  const goOn = (socket: Socket, connection: Connection) => {
    if (!socket.writable) drop(connection)
    while (!isFull(connection)) {
      const next = connection.waiting.shift()
      if (next === undefined) {
        resume(socket, connection)
        return
      }
      waitingOfAll -= 1
      run(connection, next.request, next.response)
    }
  }

  const drop = (connection: Connection) => {
    waitingOfAll -= connection.waiting.length
    connection.waiting = []
  }

  const watch = (socket: Socket, connection: Connection) => {
    if (connection.isWatched) return
    connection.isWatched = true
    socket.once('close', () => drop(connection)).once('close', () => closeQueued(connection))
  }

  const hold = (socket: Socket, connection: Connection, waiting: Connection['waiting'][0]) => {
    const isOverShare = waitingOfAll >= MAX_WAITING && connection.waiting.length >= WAITING_SHARE
    if (isOverShare || isChunked(waiting.request)) socket.destroy()
    if (socket.destroyed) return
    watch(socket, connection)
    waitingOfAll += 1
    connection.waiting.push(waiting)
    pause(socket, connection)
  }

  return (request, response) => {
    const { socket } = request
    const connection = connectionOf(socket)
    if (connection.waiting.length > 0 || isFull(connection))
      hold(socket, connection, { request, response })
    else run(connection, request, response)
  }
}

function connectionOf(socket: Socket): Connection {
  const tracked = socket as TrackedSocket
  return (tracked[CONNECTION] ??= {
    current: null,
    queued: [],
    waiting: [],
    isPaused: undefined,
    isScheduled: false,
    isWatched: false,
  })
}

/** `current` is not the first array item: V8 would shrink and grow the array with each request. */
function addAnswer(connection: Connection, response: ServerResponse): boolean {
  const isOnly = connection.current === null
  if (isOnly) connection.current = response
  else connection.queued.push(response)
  return isOnly
}

/** Node keeps the chunks of an unread body at about 450 bytes each: one read of 64 kB may take 5 MB. */
function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined
}

/** Node reports the end of a connection only to the response being sent, not to those behind it. */
function closeQueued({ current, queued }: Connection): void {
  for (const response of current === null ? [] : [current, ...queued])
    if (response.socket === null && !response.writableFinished) response.destroy().emit('close')
}

function isFull({ current, queued }: Connection): boolean {
  if (current === null) return false
  if (queued.length >= MAX_UNSENT - 1) return true
  let bytes = current.writableLength
  for (const response of queued) bytes += response.writableLength
  return bytes > MAX_UNSENT_BYTES
}

/** Node resumes a connection after each response or body, so it is paused again each time. */
function pause(socket: Socket, connection: Connection): void {
  if (connection.isPaused === undefined)
    socket.on('resume', () => {
      if (connection.isPaused === true) socket.pause()
    })
  connection.isPaused = true
  socket.pause()
}

function resume(socket: Socket, connection: Connection): void {
  if (connection.isPaused !== true) return
  connection.isPaused = false
  socket.resume()
}
