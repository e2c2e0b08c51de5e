import { describe, expect, it } from '@jest/globals'
import { bytesArray, plainArray, textArray } from './array-literal.js'

describe('arrayLiteral', () => {
  it('writes ids, numbers and booleans unquoted, and null as NULL', () => {
    expect(plainArray(['a-1', 'b-2'])).toBe('{a-1,b-2}')
    expect(plainArray([1, null, -3])).toBe('{1,NULL,-3}')
    expect(plainArray([true, false])).toBe('{true,false}')
    expect(plainArray([])).toBe('{}')
  })

  it('quotes every text, so that none reads as NULL, a separator or the end', () => {
    expect(textArray(['a', null, 'NULL', '', 'x,y', '{z}'])).toBe(
      '{"a",NULL,"NULL","","x,y","{z}"}',
    )
  })

  it('escapes quotes and backslashes', () => {
    expect(textArray(['say "hi"', 'back\\slash', '\\"'])).toBe(
      '{"say \\"hi\\"","back\\\\slash","\\\\\\""}',
    )
  })

  it('keeps control characters and lone surrogates', () => {
    expect(textArray(['two\nlines', '"\u0001\\', 'half \ud800'])).toBe(
      '{"two\nlines","\\"\u0001\\\\","half \ud800"}',
    )
  })

  it('writes bytes in hexadecimal, limited to the view', () => {
    expect(bytesArray([Uint8Array.of(0, 255), null, Buffer.from('abc').subarray(1)])).toBe(
      '{"\\\\x00ff",NULL,"\\\\x6263"}',
    )
  })
})
