import { readFile } from 'node:fs/promises'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { builtApp } from '../src/built-app.js'

const SOURCE = fileURLToPath(new URL('../../queue/src/job-outcome.ts', import.meta.url))
const OWN = 'super(`Retry in ${delayMs} ms`)'
const OF_A_LIBRARY = 'pgpass support is deprecated'

describe('the source map of a bundle', () => {
  let bundle: string[]
  let map: SourceMap
  beforeAll(async () => {
    const file = await builtApp('worker')
    bundle = (await readFile(file, 'utf8')).split('\n')
    map = new SourceMap(JSON.parse(await readFile(`${file}.map`, 'utf8')) as SourceMapPayload)
  }, 120_000)
  const find = (text: string) => {
    const line = bundle.findIndex((one) => one.includes(text))
    return map.findEntry(line, bundle[line]?.indexOf(text) ?? 0)
  }

  it('has the lines of own code', async () => {
    const lines = (await readFile(SOURCE, 'utf8')).split('\n')
    expect(find(OWN)).toMatchObject({
      originalSource: expect.stringMatching(/\/queue\/src\/job-outcome\.ts$/),
      originalLine: lines.findIndex((line) => line.includes(OWN)),
    })
  })

  it('has only the files of libraries, so that Node parses it quickly', () => {
    expect(find(OF_A_LIBRARY)).toMatchObject({
      originalSource: expect.stringMatching(/\/node_modules\/pg\/lib\/client\.js$/),
      originalLine: 0,
    })
  })
})
