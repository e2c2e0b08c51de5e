import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
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

  it('names line and column, and never repeats the text', () => {
    expect(explainBrokenJson('{\n  "secret": 1,\n}')).toMatch(
      /^This is not valid JSON \(line 3, column 1\)\. A comma/,
    )
    expect(explainBrokenJson('{"a" "hush"}')).not.toContain('hush')
  })

  // Node 20, 22 and 24 report different positions, or none.
  it.each([
    ['', 1, 1],
    ['{"a": 1,}', 1, 9],
    ['{"a": [1, 2,]}', 1, 13],
    ['{"a": 1\n "b": 2}', 2, 2],
    ['{\n  "a": tru\n}', 2, 8],
    ['{"a" 1}', 1, 6],
    ['{"a": }', 1, 7],
    ['{"a": 1', 1, 8],
    ['[1, 2', 1, 6],
    ['{"a": 01}', 1, 8],
    ['{"a": 1.}', 1, 7],
    ['{"a": "b\n"}', 1, 7],
    ['{"a": "b\tc"}', 1, 9],
    ['{"a": "\\\\ \\x"}', 1, 11],
    ['{"a": "\\u12G4"}', 1, 8],
    ['{"a": 1} x', 1, 10],
    ['[1]\n[2]', 2, 1],
    ["{'a': 1}", 1, 2],
    ['{"a": NaN}', 1, 7],
  ])('%j is wrong at line %i, column %i', (text, line, column) => {
    expect(() => void JSON.parse(text)).toThrow(SyntaxError)
    expect(explainBrokenJson(text)).toContain(`(line ${line}, column ${column})`)
  })

  it('has a place for whatever JSON.parse rejects', () => {
    const broken = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '"', '{', ']', '\n', '\\', '\u0001', '0', 'x'),
      )
      .map(
        ([text, at, given]) =>
          text.slice(0, at % (text.length + 1)) + given + text.slice((at % (text.length + 1)) + 1),
      )
      .filter((text) => !isJson(text))
    fc.assert(
      fc.property(broken, (text) => {
        expect(explainBrokenJson(text)).toMatch(
          /^This is not valid JSON \(line \d+, column \d+\)\. \w/,
        )
      }),
    )
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
