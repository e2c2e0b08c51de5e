import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const actualUrl = 'https://shop.example.com/?own=1#top'
  const data = { projectId: api.project.id, code: 'code', actualUrl }
  await api.database.prisma.link.create({ data })
})
afterAll(() => api.close())

const raw = (request: string) => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  socket.write(Buffer.from(request, 'latin1'))
  return text(socket)
}
const send = (target: string, headers = '') =>
  raw(`GET ${target} HTTP/1.1\r\nHost: acme.links.test\r\nConnection: close\r\n${headers}\r\n`)
const ask = (headers: string) => raw(`GET /code HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)
const location = async (target: string) =>
  /^HTTP\/1\.1 302 [^]*?\r\nLocation: ([^\r\n]*)\r\n/.exec(await send(target))?.[1]

describe('unusual requests', () => {
  it('do no harm', async () => {
    expect(await send('/code', 'User-Agent: \xff\xfe\r\nReferer: \xe4\r\n')).toMatch(/ 302 /)
    expect(await send('/code?gclid=a%00b&utm_source=%ED%A0%80&fbclid=%ff')).toMatch(/ 302 /)
    expect(await send('*')).toMatch(/ 404 /)
    for (const target of ['http://[/api/webhooks', '*']) {
      const answer = await raw(
        `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 404 [^]*X-Request-Id: [^]*application\/problem\+json/)
    }
    const long = `User-Agent: ${'('.repeat(7_000)}\r\nReferer: https://a.example/${'a'.repeat(7_000)}\r\n`
    expect(await send('/code', long)).toMatch(/ 302 /)
    const click = await api.database.prisma.click.findFirstOrThrow({ orderBy: { id: 'desc' } })
    expect([click.userAgent?.length, click.referer?.length]).toEqual([1_024, 1_024])
    expect(api.logs.text()).not.toContain('"level":50')
  })
})

describe('the target of a request', () => {
  it('may have a fragment, which is dropped', async () => {
    expect(await location('/code#part')).toBe('https://shop.example.com/?own=1#top')
    expect(await location('/code?x=1#part')).toBe('https://shop.example.com/?own=1&x=1#top')
  })

  it('may be the absolute URL of the requested host', async () => {
    expect(await location('http://ACME.links.test:80/code?x=1')).toBe(
      'https://shop.example.com/?own=1&x=1#top',
    )
    for (const target of ['http://other.links.test/code', 'http://evil.test/code'])
      expect(await send(target)).toMatch(/ 404 /)
  })

  it('is merged whole up to 16 kB with all headers, and rejected beyond', async () => {
    const long = `x=${'y'.repeat(15_000)}`
    expect(await location(`/code?${long}`)).toBe(`https://shop.example.com/?own=1&${long}#top`)
    expect(await send(`/code?x=${'y'.repeat(16_384)}`)).toMatch(/^HTTP\/1\.1 431 /)
  })

  it('adds no header, however it is encoded', async () => {
    const query = 'x=%0d%0aSet-Cookie:%20a=1&gclid=%0D%0AX:1&utm_source=%0a&%0d%0a'
    expect(await location(`/code?${query}`)).toBe(`https://shop.example.com/?own=1&${query}#top`)
    for (const character of ['\r', '\n', '\0', '\t', ' '])
      expect(await send(`/code?x=${character}Set-Cookie: a=1`)).not.toContain('Set-Cookie')
  })
})

describe('the owner of a link', () => {
  it('is found only by the one Host header', async () => {
    for (const hosts of [
      ['acme.links.test', 'evil.test'],
      ['acme.links.test', 'acme.links.test'],
      ['127.0.0.1', 'acme.links.test'],
    ]) {
      const answer = await ask(
        hosts.map((host, n) => `${n === 0 ? 'Host' : 'HOST'}: ${host}\r\n`).join(''),
      )
      expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*"detail":"A request must have one Host header\."/)
      expect(answer).toMatch(/^connection: close\r$/im)
    }
    for (const header of [
      'X-Forwarded-Host: acme.links.test',
      'X-Host: acme.links.test',
      'Forwarded: host=acme.links.test',
    ])
      expect(await ask(`Host: evil.test\r\n${header}\r\n`)).toMatch(/ 404 /)
  })

  it.each(['acme.links.test:8080', 'ACME.LINKS.TEST', 'acme.links.test.', 'acme.links.test.:80'])(
    'is acme’s under the host %s',
    async (host) => {
      expect(await ask(`Host: ${host}\r\n`)).toMatch(/^HTTP\/1\.1 302 /)
    },
  )

  it.each([
    'acme.links.test, evil.test',
    'a@acme.links.test',
    'acme.links.test/',
    'acme.links.test..',
    'acme%2elinks.test',
    '[::1]:80',
    '127.0.0.1.acme.links.test',
    '',
  ])('is not found under the host %j', async (host) => {
    expect(await ask(`Host: ${host}\r\n`)).toMatch(/^HTTP\/1\.1 404 /)
  })

  it('is rejected without any', async () => {
    expect(await ask('')).toMatch(/^HTTP\/1\.1 400 /)
  })
})
