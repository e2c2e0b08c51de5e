import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import express from 'express'
import request from 'supertest'
import { panelRouter } from '../src/panel/panel-router.js'

let folder: string
const app = (panelDir: string) =>
  express().use(panelRouter({ config: { panelDir } } as Parameters<typeof panelRouter>[0]))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panel-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<meta nonce="__NONCE__"><script nonce="__NONCE__">')
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'plain')
  await writeFile(join(folder, 'assets', 'main-1a2b.js.br'), brotliCompressSync('brotli'))
  await writeFile(join(folder, 'assets', 'main-1a2b.js.gz'), gzipSync('gzip'))
  await writeFile(join(folder, 'secret.txt'), 'outside')
})
afterAll(() => rm(folder, { recursive: true }))

it('serves the same page at every path, with a new nonce in each response', async () => {
  const pages = await Promise.all(
    ['/admin', '/admin/', '/admin/p/acme/links?search=x'].map((path) =>
      request(app(folder)).get(path).expect(200),
    ),
  )
  const nonces = pages.map(({ text, headers }) => {
    const [, nonce = ''] = /<meta nonce="([^"]+)">/.exec(text) ?? []
    expect(text).toContain(`<script nonce="${nonce}">`)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';")
    return nonce
  })
  expect(new Set(nonces).size).toBe(3)
})

it('serves hashed files for a year, compressed as the browser accepts', async () => {
  const ask = (encoding: string) =>
    request(app(folder)).get('/admin/assets/main-1a2b.js').set('Accept-Encoding', encoding)
  for (const [encoding, sent, body] of [
    ['gzip, br', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['identity', undefined, 'plain'],
  ] as const) {
    const answer = await ask(encoding)
    expect(answer.headers['content-encoding']).toBe(sent)
    expect(answer.text).toBe(body)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['vary']).toBe('Accept-Encoding')
    expect(answer.headers['content-type']).toContain('javascript')
  }
})

it('serves the hashed files of the previous build, for open tabs', async () => {
  await mkdir(join(folder, 'assets-before'))
  await writeFile(join(folder, 'assets-before', 'old-3c4d.js'), 'old')
  const { text } = await request(app(folder)).get('/admin/assets/old-3c4d.js').expect(200)
  expect(text).toBe('old')
})

it('serves no other file, and never the page in place of one', async () => {
  for (const path of ['missing.js', '..%2fsecret.txt', '%2e%2e%2fsecret.txt', 'main-1a2b.js.map'])
    await request(app(folder)).get(`/admin/assets/${path}`).expect(404)
})

it('explains how to build the panel if it is not built', async () => {
  const answer = await request(app(join(folder, 'nothing')))
    .get('/admin')
    .expect(503)
  expect(answer.text).toContain('npm run build -- api')
  expect(answer.headers['retry-after']).toBe('3')
})
