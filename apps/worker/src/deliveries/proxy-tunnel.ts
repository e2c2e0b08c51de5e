import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { describe, ProxyError } from './delivery-error.js'

export interface TunnelRequest {
  /** May contain a user and a password. */
  proxyUrl: string
  authority: string
  limitMs: number
}

/** Opens a tunnel through the egress proxy to exactly this address. @throws ProxyError */
export function openTunnel({ proxyUrl, authority, limitMs }: TunnelRequest): Promise<Socket> {
  const proxy = new URL(proxyUrl)
  const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...credentials(proxy) },
      agent: false,
    })
    const fail = (reason: string) => {
      clearTimeout(timer)
      request.destroy()
      reject(new ProxyError(`The egress proxy ${reason}`))
    }
    const timer = setTimeout(() => fail(`opened no tunnel within ${limitMs} ms`), limitMs)
    request.on('error', (error) => fail(`did not respond: ${describe(error)}`))
    request.once('response', (response) => fail(`returned ${response.statusCode ?? 'nothing'}`))
    request.once('connect', (response, socket, head) => {
      clearTimeout(timer)
      if (response.statusCode !== 200 || head.length > 0) {
        socket.destroy()
        const what = response.statusCode === 200 ? 'data before the request' : response.statusCode
        reject(new ProxyError(`The egress proxy returned ${what ?? 'nothing'}`))
        return
      }
      resolve(socket)
    })
    request.end()
  })
}

function credentials({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
