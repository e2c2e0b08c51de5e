import { expect, it } from '@jest/globals'
import { parseUrl } from './parse-url.js'

it('reads a name with umlauts, also when it has been asked so often that it is compiled', () => {
  for (let times = 0; times < 100_000; times += 1)
    if (parseUrl('https://bücher.de/hook')?.hostname !== 'xn--bcher-kva.de')
      throw new Error(`not read at the ${times}th time`)
})

it('answers null for what is no absolute URL', () => {
  expect(parseUrl('/hook')).toBeNull()
  expect(parseUrl('https://')).toBeNull()
})
