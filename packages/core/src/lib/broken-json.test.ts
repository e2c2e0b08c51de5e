import { describe, expect, it } from '@jest/globals'
import { explainBrokenJson } from './broken-json.js'

describe('text that is no JSON', () => {
  it.each([
    ['', 'empty'],
    ['<!doctype html>', 'web page'],
    ['-----BEGIN PKCS7-----', 'signed'],
    ['{"a": [1, 2,]}', 'comma stands before'],
    ['{\n  // who\n  "a": 1\n}', 'comments'],
    ["{'a': 1}", 'single quotes'],
    ['{\u201ca\u201d: 1}', 'curly quotes'],
    ['{} {}', 'Two values'],
    ['{a: 1}', 'without quotes'],
  ])('%p is told by its mistake', (text, words) => {
    expect(explainBrokenJson(text)).toContain(words)
  })

  it('is told by line and column where the parser knows them, and never repeated', () => {
    expect(explainBrokenJson('{\n  "secret": 1,\n}')).toMatch(
      /^This is not valid JSON \(line 3, character 1\)\. A comma/,
    )
    expect(explainBrokenJson('{"a" "hush"}')).not.toContain('hush')
  })

  it('is not judged by what stands in its strings', () => {
    expect(explainBrokenJson('{"a": ",]", "b": "// x" "c"}')).not.toMatch(/comma stands|comments/)
  })

  it.each([
    ['escaped quotes', '\\"'],
    ['quotes', '"'],
    ['commas and blanks', ',   '],
    ['brackets', '[{'],
    ['bare keys', '{a '],
  ])('is told quickly, however much of it is %s', (_name, part) => {
    const startedMs = performance.now()
    explainBrokenJson(`"${part.repeat(250_000)}`)
    // A quadratic search would take minutes.
    expect(performance.now() - startedMs).toBeLessThan(5_000)
  })
})
