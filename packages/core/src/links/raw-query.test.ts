import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { decodeComponent, splitRawQuery, type RawPair } from './raw-query.js'

describe('splitRawQuery', () => {
  it.each<[string, RawPair[]]>([
    ['', []],
    ['?', []],
    ['&&', []],
    [
      '?a=1&b=2',
      [
        ['a', '1', 'a=1'],
        ['b', '2', 'b=2'],
      ],
    ],
    [
      'a=1=2&a=3&b&c=&=x',
      [
        ['a', '1=2', 'a=1=2'],
        ['a', '3', 'a=3'],
        ['b', '', 'b'],
        ['c', '', 'c='],
        ['', 'x', '=x'],
      ],
    ],
    [
      'a=%2B+%25&%61=%zz',
      [
        ['a', '%2B+%25', 'a=%2B+%25'],
        ['%61', '%zz', '%61=%zz'],
      ],
    ],
    ['a=\xc3\xa9 \x00', [['a', '%C3%A9%20%00', 'a=%C3%A9%20%00']]],
    ['a=\u20ac', [['a', '%E2%82%AC', 'a=%E2%82%AC']]],
  ])('splits %j', (rawQuery, pairs) => {
    expect(splitRawQuery(rawQuery)).toEqual(pairs)
  })

  it('returns any printable query byte for byte', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^([!-%'-~]+(&[!-%'-~]+)*)?$/), (q) => {
        fc.pre(!q.startsWith('?'))
        expect(
          splitRawQuery(q)
            .map(([, , text]) => text)
            .join('&'),
        ).toBe(q)
      }),
    )
  })
})

describe('decodeComponent', () => {
  it.each([
    ['a+b%20c', 'a+b c'],
    ['%C3%A9', 'é'],
    ['%2525', '%25'],
    ['%', '%'],
    ['%zz', '%zz'],
    ['%C3', '%C3'],
  ])('reads %j as %j', (text, decoded) => {
    expect(decodeComponent(text)).toBe(decoded)
  })
})
