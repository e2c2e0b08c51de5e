import { expect, it } from '@jest/globals'
import { parseUrl } from './parse-url.js'

it('parses a name with umlauts, also after the URL parser was optimized', () => {
  for (let times = 0; times < 100_000; times += 1)
    if (parseUrl('https://bücher.de/hook')?.hostname !== 'xn--bcher-kva.de')
      throw new Error(`not read at the ${times}th time`)
})

it('returns null for anything but an absolute URL', () => {
  expect(parseUrl('/hook')).toBeNull()
  expect(parseUrl('https://')).toBeNull()
})
