import { setTimeout as delay } from 'node:timers/promises'
import type { Api } from './installation.js'

export interface Call {
  method: 'GET' | 'POST'
  path: string
  host: string
  address: string
  headers?: Readonly<Record<string, string>>
  body?: unknown
  status: readonly number[]
}

/** A call gets a temporary error, for example while a click is still being written. */
const TRIES = 40
const BETWEEN_TRIES_MS = 500

export interface CallAnswer {
  status: number
  text: string
}

export async function call(api: Api, what: Call): Promise<CallAnswer> {
  for (let tries = 1; ; tries += 1) {
    const { statusCode, body } = await api.http.request({
      method: what.method,
      path: what.path,
      headers: {
        host: what.host,
        'x-forwarded-for': what.address,
        ...what.headers,
        ...(what.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: what.body === undefined ? null : JSON.stringify(what.body),
    })
    const text = await body.text()
    if (what.status.includes(statusCode)) return { status: statusCode, text }
    if (statusCode !== 503 || tries === TRIES)
      throw new Error(`${what.method} ${what.path}: ${statusCode} ${text.slice(0, 500)}`)
    await delay(BETWEEN_TRIES_MS)
  }
}
