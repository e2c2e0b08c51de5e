import { describe, expect, it } from '@jest/globals'
import { explainBrokenJson } from './broken-json.js'

describe('text that is not JSON', () => {
  it.each([
    ['', 'empty'],
    ['<!doctype html>', 'web page'],
    ['-----BEGIN PKCS7-----', 'signed'],
    ['{"a": [1, 2,]}', 'comma precedes'],
    ['{\n  // who\n  "a": 1\n}', 'comments'],
    ["{'a': 1}", 'single quotes'],
    ['{\u201ca\u201d: 1}', 'curly quotes'],
    ['{} {}', 'Two values'],
    ['{a: 1}', 'no quotes'],
  ])('%p is explained by its mistake', (text, words) => {
    expect(explainBrokenJson(text)).toContain(words)
  })

  it('names line and column if the parser does, and never repeats the text', () => {
    expect(explainBrokenJson('{\n  "secret": 1,\n}')).toMatch(
      /^This is not valid JSON \(line 3, character 1\)\. A comma/,
    )
    expect(explainBrokenJson('{"a" "hush"}')).not.toContain('hush')
  })

  it('ignores the content of strings', () => {
    expect(explainBrokenJson('{"a": ",]", "b": "// x" "c"}')).not.toMatch(/comma precedes|comments/)
  })

  it.each([
    ['escaped quotes', '\\"'],
    ['quotes', '"'],
    ['commas and blanks', ',   '],
    ['brackets', '[{'],
    ['bare keys', '{a '],
  ])('is explained quickly, even with many %s', (_name, part) => {
    const startedMs = performance.now()
    explainBrokenJson(`"${part.repeat(250_000)}`)
    // A quadratic search would take minutes.
    expect(performance.now() - startedMs).toBeLessThan(5_000)
  })
})
