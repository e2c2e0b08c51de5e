import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { readVectorFiles } from '../test/vectors/vector.js'
import { JITTERS_MS } from './http/api.js'
import { CLICK_ID_NAMES } from './links/link-values.js'
import { LIMITS_MS } from './platform/ask-adapter.js'

const read = (...path: string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8')
const page = read('../../../docs/sdk-porting.md')

/** The rows of the first table under a heading, as cells. */
function rowsUnder(heading: string): string[][] {
  const section = page.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const table = section.slice(section.indexOf('\n|')).trim().split('\n\n')[0] ?? ''
  return table
    .split('\n')
    .slice(2)
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
}

/** The text between backticks. */
const codeIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => read(path))

/** The storage keys in the sources, except those of an event. */
function storedConstants(): string[] {
  return sources.flatMap((source) =>
    [...source.matchAll(/const ([A-Z_]+) = '([a-z_]+)'/g)]
      .filter(([, constant]) => new RegExp(`\\bstore[.,][^)\\n]*\\b${constant}\\b`).test(source))
      .map(([, , name]) => name ?? ''),
  )
}

it('docs/sdk-porting.md lists exactly the keys that are stored', () => {
  const named = rowsUnder('Stored names').flatMap(([names]) => codeIn(names))
  const stored = [...CLICK_ID_NAMES, 'campaign_id', ...storedConstants()]
  expect(stored.length).toBeGreaterThan(10)
  expect(named.sort()).toEqual(stored.sort())
})

it('the vectors store only keys of docs/sdk-porting.md', () => {
  const named = rowsUnder('Stored names').flatMap(([names]) => codeIn(names))
  const used = readVectorFiles().flatMap(([, vectors]) =>
    vectors.flatMap(({ given, expect: { storage } }) => [
      ...Object.keys(given?.storage ?? {}),
      ...Object.keys(storage ?? {}),
    ]),
  )
  const own = [...new Set(used)].map((name) => name.replace('throughline.', ''))
  expect(own.filter((name) => !named.includes(name))).toEqual([])
})

describe('docs/sdk-porting.md states the limits of the code', () => {
  /** A number as written in the sources: digits, or seconds and minutes multiplied. */
  function constant(name: string): number {
    const [, text = ''] =
      new RegExp(`\\bconst ${name} = ([\\d_ *]+)`).exec(sources.join('\n')) ?? []
    return text.split('*').reduce((product, part) => product * Number(part.replace(/_/g, '')), 1)
  }
  const seconds = (name: string) => `${String(constant(name) / 1000)} s`
  const count = (name: string) => constant(name).toLocaleString('en')

  it.each([
    ['A request', () => seconds('TIMEOUT_MS')],
    ['Retries', () => `at most ${String(JITTERS_MS.length)},`],
    ['Wait before each', () => JITTERS_MS.map((ms) => `${String(ms / 1000)} s`).join(', ')],
    ['Wait before each', () => seconds('MAX_RETRY_AFTER_MS')],
    ['A call to the platform', () => seconds('ADAPTER_LIMIT_MS')],
    ['The clipboard', () => `${String((LIMITS_MS['clipboard'] ?? 0) / 1000)} s`],
    ['The same URL', () => seconds('SAME_LINK_MS')],
    ['The list of link domains', () => `${String(constant('CACHE_MS') / 3_600_000)} h`],
    ['Clicks that wait', () => count('MAX_WAITING')],
    ['A value in a URL', () => count('MAX_VALUE_LENGTH')],
  ])('%s', (name, limit) => {
    const row = rowsUnder('Times and limits').find(([first]) => first?.startsWith(name))
    expect(row?.[1]).toContain(limit())
  })

  it.each([
    ['`install_referrer`', () => count('MAX_REFERRER_LENGTH')],
    ['`link_url`', () => count('MAX_CLIPBOARD_LENGTH')],
    ['`os_version`', () => `${count('MAX_OS_VERSION_LENGTH')} `],
    ['`time_zone`', () => `${count('MAX_TIME_ZONE_LENGTH')} `],
    ['`model`', () => `${count('MAX_MODEL_LENGTH')} `],
    ['`languages`', () => `${count('MAX_LANGUAGES')} tags of ${count('MAX_TAG_LENGTH')} `],
    ['`screen_width`', () => `up to ${count('MAX_POINTS')}`],
    ['`pixel_ratio`', () => `up to ${count('MAX_PIXEL_RATIO')}`],
  ])('%s of the install report', (name, limit) => {
    const row = rowsUnder('Limits of the report').find(([first]) => first?.includes(name))
    expect(row?.[1]).toContain(limit())
  })
})

it('docs/sdk-porting.md contains each log line that the vectors expect', () => {
  const shapes = rowsUnder('Log lines')
    .flatMap(([lines]) => codeIn(lines))
    .map((line) => line.replace(/[.*+?()[\]{}|\\^$]/g, '\\$&').replace(/<\w+>/g, '.+'))
  const isTold = (line: string) => shapes.some((shape) => new RegExp(`^${shape}$`).test(line))
  const lines = readVectorFiles().flatMap(([, vectors]) =>
    vectors.flatMap(({ expect: { log } }) => log ?? []),
  )
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((line) => !isTold(line))).toEqual([])
})
