import { describe, expect, it } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccessLogger, createLogger, type Logger } from './logger.js'

/** Returns the line that one call of the logger writes; verifies that it is one line of JSON. */
function written(log: (logger: Logger) => void): string {
  let text = ''
  const logger = createLogger(
    { name: 'test', level: 'info' },
    { write: (line) => void (text += line) },
  )
  log(logger)
  expect(() => JSON.parse(text) as unknown).not.toThrow()
  return text
}

const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw+x/y=='
const PASSWORD = 'p4ss-w0rd'
const URLS = [
  `postgresql://user:${PASSWORD}@db.internal:5432/main`,
  `redis://:${PASSWORD}@cache:6379/0`,
  `http://user:${PASSWORD}@proxy:3128`,
  `postgresql://user:${PASSWORD}@2@db/main`,
  `redis+cluster://user:${PASSWORD}@a:7000,b:7001`,
  `rediss+sentinel://:${PASSWORD}@a,b:26379/name?sentinelUsername=x&sentinelPassword=${PASSWORD}`,
]
const ADMIN_TOKEN = '12|abcdefghijABCDEFGHIJ0123456789_-abcdefgh'

describe('the logger', () => {
  it.each([
    'authorization',
    'Authorization',
    'cookie',
    'password',
    'secret',
    'secrets',
    'keyRing',
    'token',
    'secretSealed',
    'previousSecretSealed',
    'DATABASE_URL',
    'SECRETS_KEYS',
    'METRICS_TOKEN',
  ])('redacts %s by its name, three levels deep', (name) => {
    for (const fields of [
      { [name]: PASSWORD },
      { a: { [name]: PASSWORD } },
      { a: { b: { [name]: PASSWORD } } },
    ]) {
      const text = written((logger) => logger.info(fields, 'said'))
      expect(text).toContain('[redacted]')
      expect(text).not.toContain(PASSWORD)
    }
  })

  it.each([
    ['in a message', (secret: string) => written((logger) => logger.info(`it is ${secret}`))],
    ['in a field of any name', (secret: string) => written((logger) => logger.info({ x: secret }))],
    [
      'far down',
      (secret: string) => written((logger) => logger.info({ a: { b: { c: { d: [secret] } } } })),
    ],
    [
      'in an error and its cause',
      (secret: string) =>
        written((logger) =>
          logger.error({ err: new Error(`no ${secret}`, { cause: new Error(`at ${secret}`) }) }),
        ),
    ],
    [
      'in what is thrown and is no error',
      (secret: string) => written((logger) => logger.error({ err: { said: secret } })),
    ],
    [
      'in a child’s fields',
      (secret: string) => written((logger) => logger.child({ url: secret }).info('x')),
    ],
  ])('recognizes a secret by its form %s', (_where, log) => {
    for (const url of URLS) expect(log(url)).not.toContain(PASSWORD)
    expect(log(WEBHOOK_SECRET)).not.toContain('MfKQ9r8G')
    expect(log(`Authorization: Bearer ${ADMIN_TOKEN}`)).not.toContain('abcdefghij')
    expect(log(ADMIN_TOKEN)).not.toContain('abcdefghij')
    expect(log('proxy-authorization: Basic dXM6cEBzcw==')).not.toContain('dXM6')
  })

  it('leaves the rest of a line unchanged', () => {
    const text = written((logger) =>
      logger.info({ url: 'https://shop.example.com/a', mail: 'ann@example.com', n: 1 }, 'went'),
    )
    expect(JSON.parse(text)).toMatchObject({
      url: 'https://shop.example.com/a',
      mail: 'ann@example.com',
      n: 1,
      msg: 'went',
      name: 'test',
    })
  })

  it('keeps name, message, stack and code of an error, and drops properties that a driver adds', () => {
    const error = Object.assign(new TypeError('no'), { code: '23505', parameters: [PASSWORD] })
    const text = written((logger) => logger.error({ err: error }, 'failed'))
    const { err } = JSON.parse(text) as { err: Record<string, unknown> }
    expect(err).toEqual({
      type: 'TypeError',
      message: 'no',
      stack: expect.stringContaining('logger.test'),
      code: '23505',
    })
  })
})

describe('the access logger', () => {
  it('writes lines in batches and the rest on flush', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'throughline-log-'))
    const path = join(directory, 'access.log')
    const { logger, flush } = createAccessLogger({ name: 'api', level: 'info' }, path)
    try {
      logger.info({ requestId: 'r-1' }, 'request')
      expect(await readFile(path, 'utf8')).toBe('')
      flush()
      const text = await readFile(path, 'utf8')
      expect(JSON.parse(text)).toMatchObject({ name: 'api', requestId: 'r-1', msg: 'request' })
    } finally {
      await rm(directory, { recursive: true })
    }
  })

  it('flushes without waiting when the reader has exited', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'throughline-log-'))
    const path = join(directory, 'pipe')
    try {
      expect(spawnSync('mkfifo', [path]).status).toBe(0)
      const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
      const { logger, flush } = createAccessLogger(
        { name: 'api', level: 'info' },
        openSync(path, constants.O_WRONLY),
      )
      logger.info('request')
      closeSync(reader)
      expect(flush).not.toThrow()
    } finally {
      await rm(directory, { recursive: true })
    }
  })
})
