import { readFile } from 'node:fs/promises'
import { describe, expect, it } from '@jest/globals'
import { CONTENTION, FIGURES, replaceSection, SCALE } from './write-document.js'

describe('the document', () => {
  const { begin, end } = FIGURES

  it('gets new figures between its marks, and keeps the rest', () => {
    const before = `# Title\n\n${begin}\n\nold\n\n${end}\n\n${SCALE.begin}\n\nold\n\n${SCALE.end}\n`
    const after = `# Title\n\n${begin}\n\nnew\n\n${end}\n\n${SCALE.begin}\n\nold\n\n${SCALE.end}\n`
    expect(replaceSection(before, FIGURES, 'new')).toBe(after)
    expect(replaceSection(after, FIGURES, 'new')).toBe(after)
  })

  it('is rejected without its marks', () => {
    for (const text of ['', begin, end, `${end} ${begin}`])
      expect(() => replaceSection(text, FIGURES, 'new')).toThrow('lacks')
  })

  it('has a place for each part as published', async () => {
    const page = await readFile(new URL('../../../../../docs/matching.md', import.meta.url), 'utf8')
    for (const section of [FIGURES, SCALE, CONTENTION])
      expect(replaceSection(page, section, 'new')).toContain(`${section.begin}\n\nnew\n\n`)
  })
})
