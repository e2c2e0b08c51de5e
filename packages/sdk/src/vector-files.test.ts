import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { Ajv } from 'ajv'
import { readJson, readVectorFiles } from '../test/vectors/vector.js'

const validate = new Ajv({ allErrors: true, strict: false }).compile(readJson('schema.json'))

describe('the vector files', () => {
  it.each(readVectorFiles().map(([name]) => name))('%s keeps to the schema', (name) => {
    validate(readJson(name))
    expect(validate.errors ?? []).toEqual([])
  })

  it.each(readVectorFiles().map(([name]) => name))('%s has no lone surrogate', (name) => {
    // Many parsers refuse a whole file for one. JSON.stringify writes those without a partner as escapes, and no others.
    expect(JSON.stringify(readJson(name))).not.toMatch(/\\ud[89a-f][\da-f]{2}/i)
  })

  it('have no two vectors of one name', () => {
    const names = readVectorFiles().flatMap(([file, vectors]) =>
      vectors.map(({ name }) => `${file}: ${name}`),
    )
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('state for each vector that is only scripted why a real service cannot run it', () => {
    const scripted = readVectorFiles().flatMap(([, vectors]) =>
      vectors.filter(({ only }) => only !== undefined),
    )
    expect(scripted.filter(({ reason }) => !reason)).toEqual([])
    expect(scripted.length).toBeLessThan(50)
  })

  it('are all listed in their README', () => {
    const folder = join(import.meta.dirname, '../vectors')
    expect(readdirSync(folder).filter((name) => !/\.json$|^README\.md$/.test(name))).toEqual([])
  })
})
