import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { processesOf } from '@throughline/testkit/node-program'

import { readConfig } from '../src/config.js'
import { formatFailure } from '../src/errors.js'
import { startStack } from '../src/launch/start-stack.js'
import { freePort } from '../src/ports.js'
import { exists, makeLaunchPad, type LaunchPad } from './launching.js'

const KEY_RING = `k1:${Buffer.alloc(32, 7).toString('base64')}`

let pad: LaunchPad
beforeEach(async () => {
  pad = await makeLaunchPad()
})
afterEach(() => pad.end())

/** Expects this message, and no remaining processes or files. Starts in this process, which is much faster. */
async function expectRefusal(env: Record<string, string>, message: string | RegExp) {
  const { home, port, workerPort } = pad
  const own = { THROUGHLINE_HOME: home, PORT: String(port), WORKER_PORT: String(workerPort) }
  const printed: unknown[] = []
  const print = (line: unknown) => void printed.push(line)
  const context = { print, onFailure: print, signal: new AbortController().signal }
  const failure = await readConfig({ sample: false }, { ...own, ...env })
    .then((config) => startStack(config, context))
    .then(() => 'it started', formatFailure)
  if (typeof message === 'string') expect(failure).toBe(message)
  else expect(failure).toMatch(message)
  expect(printed).toEqual([])
  expect(processesOf(home)).toEqual([])
  expect(await exists(join(home, 'lock'))).toBe(false)
}

it('names ports that collide, DATABASE_URL without keys, and a missing secret file', async () => {
  const { port } = pad
  await expectRefusal(
    { METRICS_PORT: String(port - 1), DATABASE_URL_FILE: '/nowhere/url', REDIS_URL_FILE: '' },
    [
      'The environment is invalid:',
      "  DATABASE_URL_FILE: /nowhere/url can't be read (ENOENT)",
      '  PORT, WORKER_PORT, METRICS_PORT and the port after it: must be different ports',
    ].join('\n'),
  )
  await expectRefusal(
    { DATABASE_URL: 'postgresql://127.0.0.1/x' },
    /^The environment is invalid:\n {2}SECRETS_KEYS: is required with DATABASE_URL; generate it once and keep it: .*openssl rand.*$/,
  )
})

it('names a port that is taken', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    await expectRefusal(
      { PORT: String(port) },
      new RegExp(
        `^Port ${port} is in use \\(PORT\\)\\. Stop the other program or start with PORT=\\d+$`,
      ),
    )
    await expectRefusal(
      { METRICS_PORT: String(port) },
      new RegExp(`^Port ${port} is in use \\(METRICS_PORT .*choose another METRICS_PORT$`),
    )
  } finally {
    server.close()
  }
})

it('names a DATABASE_URL or REDIS_URL that does not respond, without the password', async () => {
  const closed = await freePort()
  await expectRefusal(
    {
      DATABASE_URL: `postgresql://ann:hush@127.0.0.1:${closed}/prod`,
      SECRETS_KEYS: KEY_RING,
    },
    `DATABASE_URL (postgresql://ann@127.0.0.1:${closed}/prod) can't be reached: connect ECONNREFUSED 127.0.0.1:${closed}. ` +
      'Start that PostgreSQL or correct the address; without DATABASE_URL an embedded one is used.',
  )
  await expectRefusal(
    { REDIS_URL: `redis://:hush@127.0.0.1:${closed}` },
    `REDIS_URL (127.0.0.1:${closed}) can't be reached: connect ECONNREFUSED 127.0.0.1:${closed}. ` +
      'Start that Redis or correct the address; without REDIS_URL the queue is kept in PostgreSQL.',
  )
  await expectRefusal(
    { REDIS_URL: `redis+sentinel://:hush@127.0.0.1:${closed},[::1]:${closed}/queue` },
    new RegExp(`^REDIS_URL \\(127\\.0\\.0\\.1:${closed}, \\[::1\\]:${closed}\\) can't be reached`),
  )
})

it('names a data folder that is a file', async () => {
  const file = join(pad.home, 'file')
  await writeFile(file, '')
  await expectRefusal({ THROUGHLINE_HOME: file }, `THROUGHLINE_HOME=${file} is not a folder.`)
})
