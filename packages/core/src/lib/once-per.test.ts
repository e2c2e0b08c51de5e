import { expect, it } from '@jest/globals'
import { oncePer } from './once-per.js'

it('says yes the first time and then once in a while', () => {
  let nowMs = 5
  const isTime = oncePer(100, () => nowMs)
  const at = (ms: number) => {
    nowMs = ms
    return isTime()
  }
  expect([5, 6, 104, 105, 106, 300, 301].map(at)).toEqual([
    ...[true, false, false],
    ...[true, false, true, false],
  ])
})
