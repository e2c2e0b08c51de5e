import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { commonEnv, EnvError, readEnv, storeEnv, variable } from './env.js'

const folder = mkdtempSync(join(tmpdir(), 'throughline-env-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function messageOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError)
    return (error as EnvError).message
  }
  throw new Error('nothing was wrong')
}

const URL = 'postgresql://u:p@localhost/main'

describe('readEnv', () => {
  it('lists all problems in one message, a line each', () => {
    const shape = { ...commonEnv, ...storeEnv, PORT: variable.port(3000) }
    const source = {
      NODE_ENV: 'prod',
      LOG_LEVEL: 'loud',
      METRICS_TOKEN: 'short',
      SLOW_STATEMENT_MS: '1 s',
      DATABASE_URL_FILE: join(folder, 'missing'),
      PORT: '70000',
    }
    const [head, ...lines] = messageOf(() => readEnv(shape, source)).split('\n')
    expect(head).toBe('The environment is invalid:')
    expect(lines.map((line) => line.trim().split(':')[0]).sort()).toEqual(
      [
        'DATABASE_URL',
        'DATABASE_URL_FILE',
        'LOG_LEVEL',
        'METRICS_TOKEN',
        'NODE_ENV',
        'PORT',
        'SLOW_STATEMENT_MS',
      ].sort(),
    )
    expect(lines.join()).toMatch(/PORT: must be from 0 to 65535/)
    expect(lines.join()).toMatch(/DATABASE_URL: is required/)
  })

  it('never repeats a value that may be a secret', () => {
    const source = { DATABASE_URL: 'mysql://u:hunter2@db', METRICS_TOKEN: 'hunter3' }
    const message = messageOf(() => readEnv({ ...commonEnv, ...storeEnv }, source))
    expect(message).not.toMatch(/hunter/)
  })

  it.each([
    'postgresql://u:p@one:5432,two:5432/main',
    'postgres://one,two/main',
    'postgres://one%2Ctwo/main',
    'postgresql:///main?host=one,two',
    'postgresql:///main?sslmode=require&host=one%2ctwo',
  ])('rejects %s, because it names several hosts', (DATABASE_URL) => {
    expect(messageOf(() => readEnv(storeEnv, { DATABASE_URL }))).toMatch(
      /^ {2}DATABASE_URL: must name one host; for several servers, name a proxy/m,
    )
  })

  it.each([
    'postgresql://u:a,b@one/main',
    'postgresql://u:a%2Cb@one/main?application_name=a,b',
    'postgresql:///main?host=/run',
    URL,
  ])('accepts %s', (DATABASE_URL) => {
    expect(readEnv(storeEnv, { DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
  })

  it('reads the value from the file that NAME_FILE names, without its last line break', () => {
    const shape = { SECRET: z.string() }
    expect(readEnv(shape, { SECRET_FILE: file('a', 'one\n') })).toEqual({ SECRET: 'one' })
    expect(readEnv(shape, { SECRET_FILE: file('b', 'one\r\n') })).toEqual({ SECRET: 'one' })
    expect(readEnv(shape, { SECRET_FILE: file('c', 'one\n\n') })).toEqual({ SECRET: 'one\n' })
    expect(readEnv(shape, { SECRET: 'two', SECRET_FILE: file('d', 'one') })).toEqual({
      SECRET: 'two',
    })
    expect(readEnv(shape, { SECRET: '', SECRET_FILE: file('e', 'one') })).toEqual({
      SECRET: 'one',
    })
  })

  it('treats an empty value as unset, except for DELIVERY_ALLOW_NETS', () => {
    const shape = {
      ...storeEnv,
      PORT: variable.port(3000),
      DELIVERY_ALLOW_NETS: z.string().default('the default'),
    }
    const source = { DATABASE_URL: URL, DATABASE_DIRECT_URL: '', PORT: '', DELIVERY_ALLOW_NETS: '' }
    const env = readEnv(shape, source)
    expect(env).toMatchObject({ PORT: 3000, DELIVERY_ALLOW_NETS: '', DATABASE_POOL_MAX: 10 })
    expect(env.DATABASE_DIRECT_URL).toBeUndefined()
    expect(readEnv(shape, { DATABASE_URL: URL }).DELIVERY_ALLOW_NETS).toBe('the default')
  })

  it('includes the parser’s message', () => {
    const refuse = (text: string): string => {
      throw new Error(`no ${text.length} letters`)
    }
    const message = messageOf(() => readEnv({ KEYS: variable.parsed(refuse) }, { KEYS: 'abc' }))
    expect(message).toContain('KEYS: no 3 letters')
  })

  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('reads the flag %s', (text, expected) => {
    expect(readEnv({ FLAG: variable.flag(false) }, { FLAG: text }).FLAG).toBe(expected)
  })

  it.each(['-1', '1.5', '1e3', ' 1', '0x1', '101'])('rejects the number %s', (text) => {
    const shape = { N: variable.whole(5, 0, 100) }
    expect(messageOf(() => readEnv(shape, { N: text }))).toMatch(/N: must be/)
  })

  it('returns a frozen object', () => {
    expect(Object.isFrozen(readEnv({ PORT: variable.port(1) }, {}))).toBe(true)
  })
})
