import { explainBrokenJson } from '@throughline/core/lib/broken-json'
import { domainError } from '@throughline/core/lib/errors'
import { jsonDepthExceeds } from '@throughline/core/lib/json-depth'
import type { Request } from 'express'
import { DEFAULT_LIMIT_BYTES } from './body-limits.js'
import { receivedBody } from './receive-body.js'

/** Our deepest body has three levels; this leaves room for ignored keys. */
const MAX_DEPTH = 32

export interface JsonBody {
  value: unknown
  text: string
}

/** 413 beyond the limit, 415 for another type, 400 for invalid JSON. A missing body is undefined with empty text. */
export function readJsonBody(request: Request, limitBytes = DEFAULT_LIMIT_BYTES): JsonBody {
  const bytes = receivedBody(request, limitBytes)
  if (bytes.length === 0) return { value: undefined, text: '' }
  requireJson(request)
  return { value: parseJson(bytes), text: decode(bytes) }
}

export function parseJson(bytes: Buffer): unknown {
  if (jsonDepthExceeds(bytes, MAX_DEPTH))
    throw domainError('invalid_json', `The body is nested deeper than ${MAX_DEPTH} levels.`)
  const text = decode(bytes).replace(BYTE_ORDER_MARK, '')
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw domainError('invalid_json', explainBrokenJson(text), { cause: error })
  }
}

const BYTE_ORDER_MARK = /^\uFEFF/

/** Keeps every character, including a byte order mark. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw domainError('invalid_json', 'The body is not text in UTF-8.', { cause: error })
  }
}

function requireJson(request: Request): void {
  const encoding = request.get('content-encoding') ?? 'identity'
  const type = request.get('content-type') ?? ''
  if (isJsonType(type) && encoding === 'identity') return
  const received =
    encoding === 'identity'
      ? `Content-Type ${type === '' ? 'is missing' : `is ${type}`}`
      : `Content-Encoding is ${encoding}`
  throw domainError(
    'unsupported_media_type',
    `${received}. Send the body as application/json in UTF-8, without compression.`,
  )
}

/** `application/json` without a charset other than UTF-8: it would be read as UTF-8 anyway. */
function isJsonType(header: string): boolean {
  const [type, ...parameters] = header.split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters.find((text) => text.startsWith('charset='))
  return type === 'application/json' && /^charset="?utf-?8"?$/.test(charset ?? 'charset=utf-8')
}
