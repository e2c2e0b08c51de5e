import type { IncomingMessage } from 'node:http'
import { domainError } from '@throughline/core/errors'
import { jsonDepthExceeds } from '@throughline/core/json-depth'

const LIMIT_BYTES = 8 * 1024
const MAX_DEPTH = 8

/** Reads the JSON body of a loading page's report, whatever type a beacon gave it: 413 past 8 kB, 400 for other text. */
export async function readSmallJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request)
  if (jsonDepthExceeds(bytes, MAX_DEPTH))
    throw domainError('invalid_json', `The body nests deeper than ${MAX_DEPTH} levels.`)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch (error) {
    throw domainError('invalid_json', 'The body is not valid JSON in UTF-8.', { cause: error })
  }
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  // A destroyed request would take the answer with it.
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  for await (const chunk of body) {
    length += chunk.length
    if (length > LIMIT_BYTES) throw domainError('body_too_large', 'The body is larger than 8 kB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
