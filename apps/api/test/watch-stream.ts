import { request as httpRequest, type IncomingMessage } from 'node:http'
import { waitFor } from '@throughline/testkit/wait-for'
import type { TestRequest } from './send-request.js'

export interface StreamEvent {
  id: string | null
  event: string | null
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests know the shape
  data: any
}

export interface WatchedStream {
  status: number
  headers: IncomingMessage['headers']
  /** The blocks received so far; those without an event are heartbeats. */
  blocks: StreamEvent[]
  isOver(): boolean
  /** Waits for the first event of a name. */
  event(name: string): Promise<StreamEvent>
  over(timeoutMs?: number): Promise<void>
  response: IncomingMessage
  close(): void
}

/** Opens GET /api/stream as the panel does. */
export function watchStream(url: string, options: TestRequest): Promise<WatchedStream> {
  const headers = {
    ...(options.key == null ? {} : { 'x-project-key': options.key }),
    ...(options.token == null ? {} : { authorization: `Bearer ${options.token}` }),
    ...(options.host === undefined ? {} : { host: options.host }),
    ...options.headers,
  }
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${url}/api/stream`, { headers, agent: false })
    request.on('error', reject)
    request.on('response', (response) => resolve(watch(response)))
    request.end()
  })
}

function watch(response: IncomingMessage): WatchedStream {
  const blocks: StreamEvent[] = []
  let isOver = false
  let rest = ''
  response.setEncoding('utf8')
  response.on('data', (text: string) => {
    const parts = (rest + text).split('\n\n')
    rest = parts.pop() ?? ''
    blocks.push(...parts.map(parseBlock))
  })
  response.on('close', () => (isOver = true)).on('error', () => undefined)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    blocks,
    isOver: () => isOver,
    event: (name) =>
      waitFor(() => blocks.find(({ event }) => event === name), { what: `the event ${name}` }),
    over: async (timeoutMs = 5_000) => {
      await waitFor(() => isOver, { what: 'the end of the stream', timeoutMs })
    },
    response,
    close: () => void response.destroy(),
  }
}

function parseBlock(text: string): StreamEvent {
  const field = (name: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null
  const data = field('data')
  return { id: field('id'), event: field('event'), data: data === null ? null : JSON.parse(data) }
}
