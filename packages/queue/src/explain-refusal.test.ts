import { describe, expect, it } from '@jest/globals'
import { explainRefusal, refusalKind } from './explain-refusal.js'

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
    ['Connection is closed.', null],
    ['ERR unknown command', null],
  ])('%s', (message, kind) => {
    expect(refusalKind(new Error(message))).toBe(kind)
  })

  it('is reported with remedy and cause; other errors stay as they are', () => {
    const refusal = new Error('OOM command not allowed')
    const told = explainRefusal(refusal)
    expect(told.message).toMatch(/^Redis is full .* maxmemory/)
    expect(told.cause).toBe(refusal)
    const other = new Error('Connection is closed.')
    expect(explainRefusal(other)).toBe(other)
  })
})
