import type { IncomingMessage, ServerResponse } from 'node:http'
import got from 'got'

/** Where short links are served, as seen from this machine. */
export interface LinkServer {
  linkServerUrl: string
  publicUrl: string
}

/** Returns a short link's page for an Android phone, without its script. Links to Play lead to the example app. */
export async function followOnPhone(
  { linkServerUrl, publicUrl }: LinkServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, host = '', path = ''] = PHONE_URL.exec(request.url ?? '') ?? []
  if (host === '' || host === new URL(publicUrl).host) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not a short link\n')
    return
  }
  const { statusCode, headers, body } = await got(`${linkServerUrl}/${path}`, {
    headers: {
      // Not every machine resolves names under localhost.
      host,
      'user-agent': ANDROID_PHONE,
      'accept-language': request.headers['accept-language'] ?? 'en',
    },
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: 10_000 },
  })
  const { location } = headers
  response
    .writeHead(statusCode, {
      'content-type': headers['content-type'] ?? 'text/plain',
      ...(location === undefined ? {} : { location }),
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
    })
    .end(statusCode === 200 ? simulate(body) : body)
}

/** Short links on the simulated phone: `/phone/{link host}/{code}?gclid=…`. */
export const PHONE_PATH = '/phone/'
const PHONE_URL = /^\/phone\/([\w.-]+(?::\d+)?)\/(.*)$/

function simulate(html: string): string {
  return html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(
      /href="(service-|https:\/\/play\.google\.com\/)([^"]+)"/g,
      (_, start: string, rest: string) => {
        const name = start === 'service-' ? 'open' : 'store'
        const url = `${start}${rest}`.replaceAll('&amp;', '&')
        return `href="/#${name}=${encodeURIComponent(url)}" target="_top"`
      },
    )
}

/** The user agent of a Pixel. Chrome freezes Android's version and the model in it. */
const ANDROID_PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36'

const POLICY = [
  `default-src 'none'`,
  `style-src 'unsafe-inline'`,
  `img-src data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
].join('; ')
