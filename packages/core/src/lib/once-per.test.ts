import { expect, it } from '@jest/globals'
import { oncePer } from './once-per.js'

it('allows the first call and then one call per interval', () => {
  let nowMs = 5
  const isTime = oncePer(100, () => nowMs)
  const at = (ms: number) => {
    nowMs = ms
    return isTime()
  }
  expect([5, 6, 104, 105, 106, 300, 301].map(at)).toEqual([
    true,
    false,
    false,
    true,
    false,
    true,
    false,
  ])
})
