import { PAGE_WORDS, type PageLanguageCode, type PageWords } from './page-i18n.js'

/** How the landing page speaks to one visitor. */
export interface PageLanguage {
  /** Of the words, for the `lang` of the page. */
  code: PageLanguageCode
  direction: 'ltr' | 'rtl'
  words: PageWords
}

/**
 * Reads Accept-Language: the words are those of the first language that the page speaks, else English; the
 * direction is that of the first language at all, since it is how its reader looks at a page.
 */
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

/** Android still writes these three by the names that they had until 1989. */
const RENAMED: Record<string, string> = { iw: 'he', in: 'id', ji: 'yi' }

/** Browsers send fewer; a longer list is nobody's. */
const MAX_PREFERENCES = 20
const MAX_HEADER_LENGTH = 1_024

/** The languages without their regions, most wanted first; those refused by `q=0` are left out. */
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
