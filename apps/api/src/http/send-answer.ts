import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import { releasePlace } from './load-limit.js'
import type { Answer } from './route.js'

/** Sends a body, a stream of text, or events. Resolves once the answer has been handed over, or the client has gone. */
export async function sendAnswer(
  request: Request,
  response: Response,
  answer: Answer,
): Promise<void> {
  if (answer.events !== undefined) await sendEvents(response, answer.events)
  else if (answer.stream === undefined) sendWhole(response, answer)
  else await sendStream(request, response, { ...answer, stream: answer.stream })
}

function sendWhole(response: Response, answer: Answer): void {
  const { status, headers, body, contentType } = answer
  response.statusCode = status
  for (const [name, value] of Object.entries(headers ?? {}))
    if (value !== undefined) response.setHeader(name, value)
  if (contentType !== undefined) response.type(contentType).send(body)
  else sendJson(response, JSON.stringify(body))
}

/** Sends a body part by part. After the first part, an error can be reported only by closing the connection. */
async function sendStream(
  request: Request,
  response: Response,
  { status, headers, contentType, stream }: Answer & { stream: AsyncIterable<string> },
): Promise<void> {
  response.statusCode = status
  response.set({ ...headers, 'Content-Type': contentType })
  if (request.method === 'HEAD') response.end()
  else await pipeline(Readable.from(stream), response).catch(ignoreAborted)
}

/** nginx buffers responses of an upstream unless this header forbids it. */
const EVENT_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'X-Accel-Buffering': 'no',
  Connection: 'close',
}

async function sendEvents(response: Response, events: Readable): Promise<void> {
  response.set(EVENT_HEADERS)
  response.flushHeaders()
  response.locals['answeredMs'] = performance.now()
  releasePlace(response)
  await pipeline(events, response).catch(ignoreAborted)
}

/** Ignores the error of a connection that the client has closed. */
function ignoreAborted(error: unknown): void {
  if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}

/** Express's send() would handle charset, ETag and conditional requests, which API responses never have. */
function sendJson(response: Response, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(text)
}
