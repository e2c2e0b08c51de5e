import { describe, expect, it } from '@jest/globals'
import { isCleanText } from './text.js'

describe('isCleanText', () => {
  it.each(['', 'Été 2026', '😀', 'tab\tand\nline', '\ud83d\ude00'])('accepts %j', (text) => {
    expect(isCleanText(text)).toBe(true)
  })

  it.each(['\0', 'a\0b', '\ud83d', 'x\ude00y', '\ude00\ud83d'])('rejects %j', (text) => {
    expect(isCleanText(text)).toBe(false)
  })
})
