import { PAGE_WORDS, type PageLanguageCode, type PageWords } from './page-i18n.js'

export interface PageLanguage {
  code: PageLanguageCode
  direction: 'ltr' | 'rtl'
  words: PageWords
}

/** Texts use the first supported language, default English; the direction is that of the visitor's first one. */
export function pageLanguageOf(acceptLanguage: string | undefined): PageLanguage {
  const wanted = preferencesOf(acceptLanguage ?? '')
  const code = wanted.find(isSpoken) ?? 'en'
  return {
    code,
    direction: RIGHT_TO_LEFT.has(wanted[0] ?? '') ? 'rtl' : 'ltr',
    words: PAGE_WORDS[code],
  }
}

const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Android still sends the names that these languages had until 1989. */
const RENAMED: Record<string, string> = { iw: 'he', in: 'id', ji: 'yi' }

/** Longer than the list of any browser. */
const MAX_PREFERENCES = 20
const MAX_HEADER_LENGTH = 1_024

/** Languages without regions, preferred first; omits those with `q=0`. */
function preferencesOf(header: string): string[] {
  return header
    .slice(0, MAX_HEADER_LENGTH)
    .split(',', MAX_PREFERENCES)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';')
      const quality = /^\s*q=([\d.]+)\s*$/i.exec(parameters.join(';'))?.[1]
      const [language = ''] = tag.trim().toLowerCase().split('-')
      return { language: RENAMED[language] ?? language, quality: Number(quality ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language)
}

function isSpoken(language: string): language is PageLanguageCode {
  return Object.hasOwn(PAGE_WORDS, language)
}
