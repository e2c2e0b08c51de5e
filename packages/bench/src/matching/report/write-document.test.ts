import { describe, expect, it } from '@jest/globals'
import { replaceFigures } from './write-document.js'

const BEGIN = '<!-- figures: npm run bench -- matching --write -->'
const END = '<!-- end of figures -->'

describe('the document', () => {
  it('gets new figures between its marks, and keeps all else', () => {
    const before = `# Title\n\n${BEGIN}\n\nold\n\n${END}\n\nThe end.\n`
    const after = `# Title\n\n${BEGIN}\n\nnew\n\n${END}\n\nThe end.\n`
    expect(replaceFigures(before, 'new')).toBe(after)
    expect(replaceFigures(after, 'new')).toBe(after)
  })

  it('without its marks is refused', () => {
    for (const text of ['', BEGIN, END, `${END} ${BEGIN}`])
      expect(() => replaceFigures(text, 'new')).toThrow('lacks')
  })
})
