import { describe, expect, it } from '@jest/globals'
import { pageLanguageOf } from './page-language.js'
import { PAGE_WORDS } from './page-i18n.js'

describe('pageLanguageOf', () => {
  it.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'de', 'ltr'],
    ['en;q=0.5, fr;q=0.9', 'fr', 'ltr'],
    ['ar-EG', 'ar', 'rtl'],
    ['iw-IL,en', 'he', 'rtl'],
    ['in', 'id', 'ltr'],
    ['ur-PK,en;q=0.8', 'en', 'rtl'],
    ['sv,de', 'de', 'ltr'],
    ['ar;q=0,fr', 'fr', 'ltr'],
    ['zh-Hant-TW', 'zh', 'ltr'],
    ['*', 'en', 'ltr'],
    ['', 'en', 'ltr'],
    [undefined, 'en', 'ltr'],
    ['constructor,__proto__', 'en', 'ltr'],
    ['fa;q=nonsense', 'fa', 'rtl'],
    [','.repeat(9_000), 'en', 'ltr'],
  ])('reads %s', (header, code, direction) => {
    expect(pageLanguageOf(header)).toEqual({
      code,
      direction,
      words: PAGE_WORDS[code as keyof typeof PAGE_WORDS],
    })
  })

  it('has every word in every language', () => {
    for (const words of Object.values(PAGE_WORDS))
      for (const word of Object.values(words)) expect(word).toMatch(/^[^|<>&"]{3,90}$/)
  })
})
