import type { ServerResponse } from 'node:http'

export interface LinkHostAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Client hints for values that the user agent hides; requested with every response to a browser. */
export const ACCEPT_CH = 'Sec-CH-UA-Platform-Version, Sec-CH-UA-Model'

export function emptyAnswer(status: number, headers: Record<string, string> = {}): LinkHostAnswer {
  return { status, headers, body: '' }
}

export function redirectTo(location: string): LinkHostAnswer {
  return emptyAnswer(302, {
    Location: location,
    'Cache-Control': 'private, no-store',
    'Accept-CH': ACCEPT_CH,
  })
}

/** Writes a response; Node omits the body for HEAD. */
export function writeAnswer(
  response: ServerResponse,
  requestId: string,
  { status, headers, body }: LinkHostAnswer,
): void {
  if (response.headersSent || response.destroyed) return
  // Node writes a list of headers without setting each one.
  const list = ['X-Request-Id', requestId]
  for (const [name, value] of Object.entries(headers)) list.push(name, value)
  // A 304 has no body, and its length would be that of the 200 (RFC 9110, section 8.6).
  if (status !== 204 && status !== 304) list.push('Content-Length', String(Buffer.byteLength(body)))
  response.writeHead(status, list)
  response.end(body)
}
