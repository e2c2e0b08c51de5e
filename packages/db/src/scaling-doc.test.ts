import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const page = read('docs/scaling.md')

interface Model {
  table: string
  hasProject: boolean
  /** Whether every key, and every reference to another table than projects, contains the project. */
  isReady: boolean
}

/** A distributed table needs its distribution column in each unique key and each foreign key. */
function readModels(): Model[] {
  return read('prisma/schema.prisma')
    .split(/^model /m)
    .slice(1)
    .map((model) => {
      const table = /@@map\("(\w+)"\)/.exec(model)?.[1] ?? ''
      const compound = [...model.matchAll(/@@(?:id|unique)\(\[([^\]]*)\]/g)].map(
        ([, list]) => list ?? '',
      )
      const single = [...model.matchAll(/^ {2}(\w+) .*@(?:id|unique)\b/gm)].map(
        ([, name]) => name ?? '',
      )
      const references = [...model.matchAll(/(\w+)\?? *@relation\(.*fields: \[([^\]]*)\]/g)]
        .filter(([, target]) => target !== 'Project')
        .map(([, , fields]) => fields ?? '')
      return {
        table,
        hasProject: /^ {2}projectId .*\bString\b/m.test(model),
        isReady: [...compound, ...single, ...references].every((key) => key.includes('projectId')),
      }
    })
}

/** The tables in a row of the page's table of keys. */
function tablesIn(row: string): string[] {
  const line = page.split('\n').find((text) => text.startsWith(`| ${row}`)) ?? ''
  return [...(line.split('|')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '').sort()
}

it('docs/scaling.md says which keys contain the project', () => {
  const models = readModels()
  const named = (wanted: (model: Model) => boolean) =>
    models
      .filter(wanted)
      .map(({ table }) => table)
      .sort()
  expect(models.length).toBeGreaterThan(30)
  expect(tablesIn('ready')).toEqual(named((model) => model.hasProject && model.isReady))
  expect(tablesIn('key without the project')).toEqual(
    named((model) => model.hasProject && !model.isReady),
  )
  expect(tablesIn('no project')).toEqual(named((model) => !model.hasProject))
})
