import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { commandOf, type Result } from './run-scenario.js'
import { markdownTables, readResults, saveResults } from './results.js'

const result: Result = {
  id: 'C7',
  title: 'SIGSTOP',
  backend: 'redis',
  seed: 42,
  runs: 3,
  counts: 'stops',
  seconds: 9,
  isKept: true,
  mutant: null,
  command: '',
  commit: 'abc1234',
  figures: { accepted: 10, lost: 0 },
  promises: [{ promise: 'no delivery is lost', isKept: true, found: '0' }],
}

describe('the table', () => {
  it('states for each row what its command needs: scenario, queue, runs and seed', () => {
    expect(markdownTables([result]).split('\n').at(-1)).toBe(
      '| **C7** | Redis | 3 stops | abc1234 | 42 | all 1 kept | accepted 10; lost 0 |',
    )
  })

  it('names what a run broke', () => {
    const promises = [{ promise: 'no delivery is lost', isKept: false, found: '2: a | b' }]
    expect(markdownTables([{ ...result, promises }])).toContain(
      '**broken:** no delivery is lost (2: a \\| b)',
    )
  })
})

describe('the table of mutants', () => {
  const promises = [
    { promise: 'each success is recorded once', isKept: false, found: '10' },
    { promise: 'no delivery is lost', isKept: true, found: '0' },
  ]
  const mutated = { ...result, isKept: false, mutant: 'no-token', promises }

  it('is printed beside the other table and names the broken promise', () => {
    const [whole = '', mutants = ''] = markdownTables([result, mutated]).split('\n\n')
    expect(whole).not.toContain('no-token')
    expect(mutants.split('\n').at(-1)).toBe(
      '| `no-token` records a success after the worker has lost the lease | C7, Redis | 3 stops | abc1234 | 42 | each success is recorded once (10) | accepted 10; lost 0 |',
    )
  })

  it('says when a mutant was not noticed', () => {
    const mutants = markdownTables([{ ...mutated, promises: [] }])
    expect(mutants.split('\n').at(-1)).toContain('**not noticed:**')
  })
})

describe('a file of results', () => {
  const kinds: Partial<Result>[] = [
    {},
    { redis: 'cluster' },
    { redis: 'sentinel' },
    { isPooled: true },
    { backend: 'postgresql' },
    { backend: 'postgresql', isPooled: true },
    { mutant: 'no-token' },
  ]

  it('has a row for each kind of queue, pooler and mutant, with the newest run of each', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'throughline-results-'))
    const file = join(folder, 'results.json')
    const all = kinds.map((kind) => ({ ...result, ...kind }))
    await saveResults(file, all)
    await saveResults(file, [{ ...result, seed: 43 }])
    const saved = await readResults(file)
    await rm(folder, { recursive: true })
    expect(saved).toHaveLength(kinds.length)
    expect(saved).toEqual(expect.arrayContaining([{ ...result, seed: 43 }, ...all.slice(1)]))
    const queues = markdownTables(saved.filter(({ mutant }) => mutant === null))
    expect([...queues.matchAll(/\*\* \| (\S[^|]*) \|/g)].map(([, queue]) => queue)).toEqual([
      'PostgreSQL',
      'PostgreSQL, behind PgBouncer',
      'Redis',
      'Redis, behind PgBouncer',
      'Redis Cluster',
      'Redis by Sentinel',
    ])
  })

  it.each(['reliability-runs.json', 'reliability-selection.json'])(
    'docs/reliability.md has the tables of docs/%s',
    async (name) => {
      const docs = fileURLToPath(new URL('../../../docs', import.meta.url))
      const text = await readFile(join(docs, 'reliability.md'), 'utf8')
      const results = await readResults(join(docs, name))
      for (const table of markdownTables(results).split('\n\n')) expect(text).toContain(table)
    },
  )
})

describe('the command', () => {
  it('repeats the run, including its mutant', () => {
    expect(commandOf({ ...result, mutant: 'no-token' })).toBe(
      'npm run chaos -- --scenario C7 --backend redis --runs 3 --seed 42 --mutant no-token',
    )
  })
})
