import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Answers of one connection that may be made or wait to be read. */
const MAX_UNSENT = 8
/** Reading stops beyond this; one larger answer is allowed. */
const MAX_UNSENT_BYTES = 64 * 1024
/**
 * Requests of all connections that were read and wait for their turn. One read of 64 kB may hold 2,000 of them, and
 * each takes about 3 kB. Beyond, a connection ends that has more than its share waiting.
 */
const MAX_WAITING = 10_000
const WAITING_SHARE = 16

interface Connection {
  /** The answer that is made or sent. */
  current: ServerResponse | null
  /** Answers behind it. */
  queued: ServerResponse[]
  waiting: { request: IncomingMessage; response: ServerResponse }[]
  /** Undefined until it was paused once: then it listens to its socket. */
  isPaused: boolean | undefined
  isScheduled: boolean
  /** It listens for the end of its socket. */
  isWatched: boolean
}

const CONNECTION = Symbol('connection')
type TrackedSocket = Socket & { [CONNECTION]: Connection | undefined }

/**
 * Runs a listener for requests so that a client that sends more and reads nothing makes no more answers: past 8 answers
 * or 64 kB that wait to be sent, its requests wait unread, and one with a chunked body ends the connection. Node itself
 * stops reading only after all requests of a read have been answered.
 */
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
    // Also where none waits any more: the last one may have filled the connection, and it is still paused.
    if (connection.isPaused === true) schedule(socket, connection)
  }

  // By turns with other connections: answers that fit into the system's buffer would all be made in one turn.
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

/**
 * `current` is not the first item of an array: V8 would shrink and grow the array with each request.
 *
 * @returns whether it is the only one
 */
function addAnswer(connection: Connection, response: ServerResponse): boolean {
  const isOnly = connection.current === null
  if (isOnly) connection.current = response
  else connection.queued.push(response)
  return isOnly
}

/**
 * Node keeps the chunks of a body that nobody reads yet, and each costs some 450 bytes: one read of 64 kB may hold 5 MB.
 */
function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined
}

/** Node tells of the end of a connection only the answer that is being sent, and none behind it. */
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

/** Node resumes a connection when an answer was sent or a body is read, so it is paused again each time. */
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
