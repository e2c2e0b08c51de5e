import { expect, it } from '@jest/globals'
import { splitUrl } from './split-url.js'

const marked = (url: string, original: string) =>
  splitUrl(url, original)
    .map(({ text, isAdded }) => (isAdded ? `[${text}]` : text))
    .join('')

it('marks what the link adds to its destination', () => {
  expect(marked('https://a.example/p?x=1&utm_source=mail#top', 'https://a.example/p?x=1#top')).toBe(
    'https://a.example/p?x=1[&utm_source=mail]#top',
  )
  expect(marked('https://a.example/?utm_source=mail', 'https://a.example/')).toBe(
    'https://a.example/[?utm_source=mail]',
  )
})

it('marks a value that replaces one of the destination', () => {
  const original = 'https://a.example/?utm_source=old&x=1'
  expect(marked('https://a.example/?utm_source=new&x=1', original)).toBe(
    'https://a.example/[?utm_source=new]&x=1',
  )
})

it('marks nothing if nothing is added', () => {
  expect(marked('https://a.example/p', 'https://a.example/p')).toBe('https://a.example/p')
})
