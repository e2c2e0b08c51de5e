import { expect, it } from '@jest/globals'
import { checkFile } from './effective-file.js'
import { problemLocator } from './locate-problem.js'

const FILE = `{
  "applinks": {
    "details": [
      { "appIDs": ["com.acme"],
        "components": [
          { "/": "*" },
          { "path": "/a", "exclude": "true" }
        ]
      },
      { "components": [{ "/": "*" }] }
    ]
  }
}`

/** `rule line:column text` of each problem. */
function placesOf(text: string): string[] {
  const locate = problemLocator(text)
  return checkFile('app-site-association', text).map((problem) => {
    const { line, column, offset, length } = locate(problem)
    const [start = ''] = text.slice(offset, offset + length).split('\n')
    return `${problem.rule} ${line}:${column} ${start}`.trim()
  })
}

it('finds values with their keys, and what lacks a key', () => {
  expect(placesOf(FILE)).toEqual([
    'app_id_without_team 4:20 "com.acme"',
    'unknown_key 7:13 "path": "/a"',
    'not_boolean 7:27 "exclude": "true"',
    'unreachable 7:11 { "path": "/a", "exclude": "true" }',
    'app_ids 10:7 { "components": [{ "/": "*" }] }',
  ])
})

it('finds the first error of text that is not JSON', () => {
  expect(placesOf('{\n  "applinks": {},\n  oops\n}')).toEqual(['not_json 3:3'])
})

it.each([
  '[]',
  '\uFEFF{"applinks": {"details": []}}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
])('is on the first line for a mistake of the whole file', (text) => {
  for (const place of placesOf(text)) expect(place).toMatch(/^\w+ 1:\d/)
})
