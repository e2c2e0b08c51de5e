import type { ServerResponse } from 'node:http'

/** What the link host answers, before it is written. */
export interface LinkHostAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** The two hints that tell what the user agent hides; asked for on every answer that a browser keeps to. */
export const ACCEPT_CH = 'Sec-CH-UA-Platform-Version, Sec-CH-UA-Model'

/** An answer without a body. */
export function emptyAnswer(status: number, headers: Record<string, string> = {}): LinkHostAnswer {
  return { status, headers, body: '' }
}

/** A 302 that no cache keeps. */
export function redirectTo(location: string): LinkHostAnswer {
  return emptyAnswer(302, {
    Location: location,
    'Cache-Control': 'private, no-store',
    'Accept-CH': ACCEPT_CH,
  })
}

/** Writes an answer; Node leaves the body out where the request was HEAD. */
export function writeAnswer(
  response: ServerResponse,
  requestId: string,
  { status, headers, body }: LinkHostAnswer,
): void {
  if (response.headersSent || response.destroyed) return
  // As a list they are written as they are, without being set one by one before.
  const list = ['X-Request-Id', requestId]
  for (const [name, value] of Object.entries(headers)) list.push(name, value)
  // A 304 has no body, and a length would be that of the 200 (RFC 9110, section 8.6).
  if (status !== 204 && status !== 304) list.push('Content-Length', String(Buffer.byteLength(body)))
  response.writeHead(status, list)
  response.end(body)
}
