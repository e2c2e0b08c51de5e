import { describe, expect, it } from '@jest/globals'
import { bytesArray, plainArray, textArray } from './array-literal.js'

describe('an array parameter', () => {
  it('has ids, numbers and booleans as they are, and null as NULL', () => {
    expect(plainArray(['a-1', 'b-2'])).toBe('{a-1,b-2}')
    expect(plainArray([1, null, -3])).toBe('{1,NULL,-3}')
    expect(plainArray([true, false])).toBe('{true,false}')
    expect(plainArray([])).toBe('{}')
  })

  it('quotes every text, so that none is taken for NULL, a separator or the end', () => {
    expect(textArray(['a', null, 'NULL', '', 'x,y', '{z}'])).toBe(
      '{"a",NULL,"NULL","","x,y","{z}"}',
    )
  })

  it('escapes quotes and backslashes', () => {
    expect(textArray(['say "hi"', 'back\\slash', '\\"'])).toBe(
      '{"say \\"hi\\"","back\\\\slash","\\\\\\""}',
    )
  })

  it('keeps control characters and lone surrogates as they are', () => {
    expect(textArray(['two\nlines', '"\u0001\\', 'half \ud800'])).toBe(
      '{"two\nlines","\\"\u0001\\\\","half \ud800"}',
    )
  })

  it('has bytes in hexadecimal, of a view no more than it shows', () => {
    expect(bytesArray([Uint8Array.of(0, 255), null, Buffer.from('abc').subarray(1)])).toBe(
      '{"\\\\x00ff",NULL,"\\\\x6263"}',
    )
  })
})
