import { describe, expect, it } from '@jest/globals'
import { explainRefusal, refusalKind } from './explain-refusal.js'

const ONE = { kind: 'redis', url: 'redis://cache' } as const

describe('an error of Redis', () => {
  it.each([
    [
      "OOM command not allowed when used memory > 'maxmemory'. script: 1f, on @user_script:9.",
      'OOM',
    ],
    [
      "ERR Error running script (call to f_1f): @user_script:9: @user_script: 9: -OOM command not allowed when used memory > 'maxmemory'.",
      'OOM',
    ],
    ['MISCONF Errors writing to the AOF file: No space left on device', 'MISCONF'],
    ["READONLY You can't write against a read only replica.", 'READONLY'],
    ['LOADING Redis is loading the dataset in memory', 'LOADING'],
    ["NOPERM this user has no permissions to run the 'evalsha' command", 'NOPERM'],
    ['MOVED 9245 127.0.0.1:7001', 'MOVED'],
    ['Too many Cluster redirections. Last error: Error: Connection is closed.', 'CLUSTERDOWN'],
    ["ERR unknown command 'evalsha', with args beginning with: 'f1'", 'SENTINEL'],
    ['Connection is closed.', null],
    ['ERR unknown command', null],
  ])('%s', (message, kind) => {
    expect(refusalKind(new Error(message))).toBe(kind)
  })

  it('is reported with remedy and cause; other errors stay as they are', () => {
    const refusal = new Error('OOM command not allowed')
    const told = explainRefusal(refusal, ONE)
    expect(told.message).toMatch(/^Redis is full .* maxmemory/)
    expect(told.cause).toBe(refusal)
    const other = new Error('Connection is closed.')
    expect(explainRefusal(other, ONE)).toBe(other)
  })

  it('does not blame REDIS_URL for a cluster without a primary', () => {
    const moved = new Error('MOVED 9245 127.0.0.1:7001')
    const cluster = { kind: 'redis', url: 'rediss+cluster://a,b' } as const
    expect(explainRefusal(moved, ONE).message).toContain('set redis+cluster')
    expect(explainRefusal(moved, cluster).message).toContain('A failover takes seconds')
  })
})
