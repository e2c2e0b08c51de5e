import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

describe('a malformed request', () => {
  it.each([
    ['is no HTTP', 'nonsense\r\n\r\n', 400, 'bad_request'],
    [
      'has too large headers',
      `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('is a problem when it %s', async (_what, bytes, status, code) => {
    const answer = await send(bytes)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toContain('application/problem+json')
    const problem = JSON.parse(body) as Record<string, unknown>
    expect(problem).toMatchObject({ status, code })
    expect(problem).not.toHaveProperty('docs')
    expect(head).toContain(`X-Request-Id: ${String(problem['request_id'])}`)
  })
})

async function send(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}
