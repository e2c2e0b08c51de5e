import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'

const SRC = import.meta.dirname

it('each file with raw SQL through Prisma states the reason', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('generated') && !file.endsWith('.test.ts'),
  )
  const texts = files.map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }))
  const raw = texts.filter(({ text }) => /\$(query|execute)Raw/.test(text))
  expect(raw.length).toBeGreaterThan(20)
  expect(raw.filter(({ text }) => !/Raw\s+(\*\s+)?SQL/.test(text)).map(({ file }) => file)).toEqual(
    [],
  )
})
