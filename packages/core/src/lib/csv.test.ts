import { expect, it } from '@jest/globals'
import { csvLine, type CsvValue } from './csv.js'

it.each<[CsvValue, string]>([
  ['plain', 'plain'],
  [null, ''],
  ['', ''],
  [-1.5, '-1.5'],
  [true, 'true'],
  [['a', 'b'], '"a, b"'],
  [[], ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=1+1', "'=1+1"],
  ['+491234', "'+491234"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("https://a.example","x")', '"\'=HYPERLINK(""https://a.example"",""x"")"'],
  ['＝1', "'＝1"],
  [['=1', 'b'], '"\'=1, b"'],
  ['a=1', 'a=1'],
])('a cell of %j is %s', (value, text) => {
  expect(csvLine([value])).toBe(`${text}\r\n`)
})

it('a line has its cells between commas', () => {
  expect(csvLine(['a', 1, null])).toBe('a,1,\r\n')
})
