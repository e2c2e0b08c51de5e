import { ApiError } from '../client.js'
import type { Block, LiveEvent } from './parse-events.js'
import { readStream } from './read-stream.js'

/** `polling`: there is no stream; lists are read every few seconds instead. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'polling'

export interface LiveListener {
  onEvent: (event: LiveEvent) => void
  onState: (state: LiveState) => void
  /** The stream ended or was refused: the server stopped, or the role or the session changed. */
  onEnded: () => void
}

type Message = { block: Block } | { state: LiveState } | 'hello' | 'ended'

/** After this many failures lists are read instead, while the stream is retried. */
const FAILURES_BEFORE_POLLING = 3
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/**
 * Listens to the events of a project. All tabs of a browser share one stream: the tab that holds a lock reads it and
 * sends the events to the others. A hidden tab releases the lock, so that no stream stays open for hidden tabs.
 * @returns a function that stops listening
 */
export function listenLive(projectId: string, listener: LiveListener): () => void {
  // Without https, Chromium has locks only on localhost.
  if (!('locks' in navigator)) {
    listener.onState('polling')
    return () => undefined
  }
  const name = `throughline-live-${projectId}`
  const channel = new BroadcastChannel(name)
  let lastId: string | null = null
  let state: LiveState = 'connecting'
  let isReading = false

  const setState = (next: LiveState) => {
    state = next
    listener.onState(next)
    if (isReading) channel.postMessage({ state } satisfies Message)
  }
  const take = ({ id, event }: Block) => {
    lastId = id ?? lastId
    if (event !== null) listener.onEvent(event)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'hello') {
      if (isReading) channel.postMessage({ state } satisfies Message)
    } else if (data === 'ended') listener.onEnded()
    else if (isReading) return
    else if ('block' in data) take(data.block)
    else setState(data.state)
  }
  const read = async (signal: AbortSignal) => {
    isReading = true
    await keepReading({
      projectId,
      signal,
      setState,
      lastId: () => lastId,
      onEnded: () => {
        channel.postMessage('ended' satisfies Message)
        listener.onEnded()
      },
      onBlock: (block) => {
        take(block)
        channel.postMessage({ block } satisfies Message)
      },
    })
    isReading = false
  }
  const stop = whileVisible((signal) => {
    navigator.locks.request(name, { signal }, () => read(signal)).catch(() => undefined)
    channel.postMessage('hello' satisfies Message)
  })
  return () => {
    stop()
    channel.close()
  }
}

/** Calls `start` each time the tab becomes visible, and aborts its signal when the tab is hidden. */
function whileVisible(start: (signal: AbortSignal) => void): () => void {
  let visible: AbortController | null = null
  const onVisibility = () => {
    visible?.abort()
    if (document.visibilityState !== 'visible') return
    visible = new AbortController()
    start(visible.signal)
  }
  document.addEventListener('visibilitychange', onVisibility)
  onVisibility()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    visible?.abort()
  }
}

interface Reading {
  projectId: string
  signal: AbortSignal
  lastId: () => string | null
  onBlock: (block: Block) => void
  setState: (state: LiveState) => void
  onEnded: () => void
}

/** Reads the stream until it is aborted, and reconnects when it ends. */
async function keepReading(reading: Reading): Promise<void> {
  const { projectId, signal, lastId, onBlock, setState, onEnded } = reading
  const isOver = () => signal.aborted
  let failures = 0
  while (!isOver()) {
    const onOpen = () => {
      failures = 0
      setState('live')
    }
    const failed = await readStream({ projectId, lastId: lastId(), signal, onOpen, onBlock }).then(
      () => null,
      (error: unknown) => error,
    )
    if (isOver()) return
    failures += 1
    const isRefused = failed instanceof ApiError && failed.status < 500
    if (failed === null || isRefused) onEnded()
    setState(isRefused || failures >= FAILURES_BEFORE_POLLING ? 'polling' : 'reconnecting')
    const waitMs = isRefused ? LONGEST_WAIT_MS : FIRST_WAIT_MS * 2 ** (failures - 1)
    await wait(Math.min(waitMs, LONGEST_WAIT_MS), signal)
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
