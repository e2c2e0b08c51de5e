import type { IncomingMessage } from 'node:http'

export class RequestBodyTooLargeError extends Error {
  override readonly name = 'RequestBodyTooLargeError'
}

/** Returns the body as received, kept by a parser or from the stream. @throws Error if it was consumed and not kept */
export async function readRawBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const kept = keptBytes(request)
  if (kept === null && request.readableDidRead) {
    throw new Error(
      'the raw body was already consumed: mount the webhook route before any body parser',
    )
  }
  const body = kept ?? (await readStream(request, maxBytes))
  if (body.length > maxBytes) throw new RequestBodyTooLargeError('the body is too large')
  return body
}

function keptBytes(request: IncomingMessage & { body?: unknown; rawBody?: unknown }) {
  if (request.rawBody instanceof Uint8Array) return request.rawBody
  return request.body instanceof Uint8Array ? request.body : null
}

function readStream(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxBytes) {
        chunks.push(chunk)
        return
      }
      // Not destroyed: the connection is still needed for the 413.
      request.pause()
      reject(new RequestBodyTooLargeError('the body is too large'))
    })
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', reject)
    request.once('close', () =>
      reject(new Error('the connection closed before the body was complete')),
    )
  })
}
