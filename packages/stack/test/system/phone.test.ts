import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { builtApp } from '@throughline/testkit/built-app'
import { runNode, type NodeProgram } from '@throughline/testkit/node-program'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { testEnv } from '@throughline/testkit/test-env'
import got from 'got'
import jsqr from 'jsqr'
import pg from 'pg'

import { withClient } from '../../src/postgres/connect.js'
import { startRedis, type RedisServer } from '../../src/redis.js'
import {
  exists,
  expectNothingLeft,
  fetchAsCurl,
  makeLaunchPad,
  readPids,
  rowOf,
  type LaunchPad,
} from '../launching.js'

// Its types name a default export, but Node imports the function itself.
const readQr = jsqr as unknown as typeof jsqr.default
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

const address =
  Object.values(networkInterfaces())
    .flatMap((infos) => infos ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'

describe('npm start -- --host, with DATABASE_URL and REDIS_URL', () => {
  let database: TestDatabase
  let redis: RedisServer | null
  let pad: LaunchPad
  let run: NodeProgram
  let linkHost: string

  beforeAll(async () => {
    ;[database, pad] = await Promise.all([createTestDatabase(), makeLaunchPad()])
    await makeEmpty(database.name)
    // Not the Redis of the other tests: a worker takes every due job on its Redis.
    redis = await startRedis({ dir: pad.home })
    const env = {
      DATABASE_URL: database.url,
      SECRETS_KEYS: `k1:${'A'.repeat(43)}=`,
      DELIVERY_ALLOW_NETS: '127.0.0.0/8',
      DELIVERY_ALLOW_HTTP: 'true',
      ...(redis === null ? {} : { REDIS_URL: redis.url }),
    }
    run = await pad.start(env, ['--no-sample', '--host', address])
    linkHost = `demo.${address.replaceAll('.', '-')}.sslip.io:${pad.port}`
  })
  afterAll(async () => {
    await pad.end()
    await redis?.stop()
    await database.drop()
  })

  const commands = () => run.stdout().match(/curl .*/g) ?? []

  /** The response to a phone that resolves the host's name to the address. */
  const visit = (host: string, path: string) =>
    got(`http://${address}:${pad.port}${path}`, {
      headers: { host, 'user-agent': PHONE, accept: 'text/html' },
      followRedirect: false,
      throwHttpErrors: false,
    })

  it('prints the addresses for a phone and says that it needs internet DNS', () => {
    expect(rowOf(run.stdout(), 'API')).toBe(`http://${address}:${pad.port}`)
    expect(rowOf(run.stdout(), 'Link host')).toBe(`http://${linkHost}`)
    expect(run.stdout()).toContain(
      `The phone needs internet DNS: sslip.io resolves this name to ${address}.`,
    )
  })

  it('prints a QR code of the demo link', () => {
    expect(run.stdout()).toContain(`\n  http://${linkHost}/demo\n`)
    expect(decodeQr(run.stdout())).toBe(`http://${linkHost}/demo`)
  })

  it('serves the demo link and the API under these names', async () => {
    const page = await visit(linkHost, '/demo')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('service-')
    expect((await visit(`${address}:${pad.port}`, '/openapi.json')).statusCode).toBe(200)
  })

  it('leads from the demo link to a product page, without the rest of the example app', async () => {
    const { body } = await visit(linkHost, '/demo')
    const shop = new URL(/id="next" href="([^"]+)"/.exec(body)?.[1] ?? '')
    expect(shop.hostname).toBe(address)
    const computer = { headers: { host: linkHost }, followRedirect: false }
    const { headers } = await got(`http://${address}:${pad.port}/demo`, computer)
    expect(headers.location).toBe(shop.href)
    expect(await got(shop).text()).toContain('Trail shoes')
    if (address === '127.0.0.1') return
    const others = ['/', '/owner.json', '/config.json', '/phone/'].map((path) =>
      got(new URL(path, shop), { throwHttpErrors: false }),
    )
    for (const { statusCode } of await Promise.all(others)) expect(statusCode).toBe(404)
  })

  it('answers other names with unknown_host and lists the names that it serves', async () => {
    const answer = await got(`http://${address}:${pad.port}/demo`, {
      headers: { host: `demo.localhost:${pad.port}` },
      throwHttpErrors: false,
    })
    expect(answer.statusCode).toBe(404)
    const { code, detail } = JSON.parse(answer.body) as { code: string; detail: string }
    expect(code).toBe('unknown_host')
    expect(detail).toContain(`The API is at http://${address}:${pad.port}. `)
    expect(detail).toContain(`Link hosts are {prefix}.${linkHost.replace('demo.', '')} and `)
  })

  it('starts no PostgreSQL, and creates the schema in an empty database', async () => {
    expect(run.stdout()).not.toContain('Starting PostgreSQL')
    expect(Object.keys(await readPids(pad.home)).sort()).toEqual(['api', 'launcher', 'worker'])
    expect(await exists(join(pad.home, 'postgres'))).toBe(false)
    for (const command of commands())
      expect(await fetchAsCurl(command)).toMatchObject({ status: 201 })
    await withClient(database.url, async (client) => {
      const projects = await client.query('SELECT prefix FROM projects')
      expect(projects.rows).toEqual([{ prefix: 'demo' }])
      // That of the command, and the demo link of the QR code.
      expect((await client.query('SELECT 1 FROM links')).rowCount).toBe(2)
    })
  })

  const withRedis = testEnv().redisUrl === null ? it.skip : it
  withRedis('keeps the queue in Redis, and delivers', async () => {
    expect(rowOf(run.stdout(), 'Queue')).toBe('Redis')
    const found = await runNode([await builtApp('cli'), 'doctor'], { THROUGHLINE_HOME: pad.home })
    expect(found.stdout).toMatch(/queue +Redis \d/)
    const receiver = createHttpServer((_request, response) => response.end()).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const received = once(receiver, 'request')
    try {
      const { port } = receiver.address() as AddressInfo
      const [makeWebhook = ''] = commands()
      const made = await fetchAsCurl(
        makeWebhook.replace('http://localhost:8080', `http://127.0.0.1:${port}`),
      )
      const { id } = made.body as { id: number }
      const sent = await fetchAsCurl(
        makeWebhook.replace('/api/webhooks', `/api/webhooks/${id}/test`).replace(/ -d .*/, ''),
      )
      expect(sent).toMatchObject({ status: 202 })
      const [request] = (await received) as [{ headers: Record<string, string> }]
      expect(request.headers).toMatchObject({ 'x-service-test': 'true' })
    } finally {
      receiver.close()
    }
  })

  it('stops at SIGTERM and leaves no process behind', async () => {
    run.signalGroup('SIGTERM')
    expect(await run.ended).toBe(0)
    await redis?.stop()
    await expectNothingLeft(pad)
  })
})

describe('npm start', () => {
  it('explains its options', async () => {
    const help = await runNode(['scripts/start.mjs', '--help'], {})
    expect(help).toMatchObject({ code: 0, stderr: '' })
    for (const option of ['--host <address>', '--link-host <name>'])
      expect(help.stdout).toContain(option)
  })

  it('rejects an address that this machine does not have, and lists its addresses', async () => {
    const refused = await runNode(['scripts/start.mjs', '--host', '203.0.113.9'], {})
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('--host 203.0.113.9: this is not an IPv4 address')
    expect(refused.stderr).toContain(`  ${address} (`)
  })

  it.each([
    ['an unknown option', ['--hots', address], {}],
    ['an argument', [address], {}],
    ['options that npm kept to itself', [], { npm_config_host: address }],
  ])('rejects %s and says where options go', async (_, args, env) => {
    const refused = await runNode(['scripts/start.mjs', ...args], env)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('Put options after "--": npm start -- --host 192.168.1.20')
  })
})

/** Creates the database again, without the tables of the template. */
async function makeEmpty(name: string): Promise<void> {
  await withClient(testEnv().databaseUrl, async (client) => {
    await client.query(`DROP DATABASE ${pg.escapeIdentifier(name)}`)
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
  })
}

/** Reads the QR code as a camera would: two modules per character, dark ones black. */
function decodeQr(screen: string): string | undefined {
  const lines = screen
    .split('\n')
    .filter((line) => line.includes('\u001B[47m'))
    // The lower edge of the code is light, in the terminal's own color.
    .map((line) => line.replaceAll('\u001B[37m▀', ' '))
    .map((line) => Array.from(stripVTControlCharacters(line).slice(INDENT)))
  const width = (lines[0]?.length ?? 0) * SCALE
  const height = lines.length * 2 * SCALE
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const character = lines[Math.floor(y / SCALE / 2)]?.[Math.floor(x / SCALE)] ?? ' '
      const isTop = Math.floor(y / SCALE) % 2 === 0
      if ((isTop ? '█▀' : '█▄').includes(character))
        pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  return readQr(pixels, width, height)?.data
}

const INDENT = 2
const SCALE = 4
