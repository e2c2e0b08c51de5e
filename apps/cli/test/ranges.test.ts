import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { startCli, type TestCli } from './cli.js'

const DATE = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

let cli: TestCli
let folder: string
beforeAll(async () => {
  cli = await startCli()
  folder = await mkdtemp(join(tmpdir(), 'throughline-ranges-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await cli.close()
})
afterEach(() => cli.query('DELETE FROM shared_range_lists'))

async function fileOf(text: string): Promise<string> {
  const file = join(folder, 'list.csv')
  await writeFile(file, text)
  return file
}

const stored = () =>
  cli.query(
    `SELECT name, encode(substr(ranges, 1, 32), 'hex') AS first, length(ranges) / 32 AS count
       FROM shared_range_lists ORDER BY name`,
  )

const IPV4 = '00000000000000000000ffff'

describe('ranges import', () => {
  it('stores the networks of a published list, and replaces the earlier import of its name', async () => {
    const list =
      '# egress\n203.0.113.0/24,GB,GB-EN,London,\n\n2001:db8::/32,US,,,\n203.0.112.0/24\n'
    const first = await cli.json(['ranges', 'import', await fileOf(list)])
    expect(first).toEqual({
      code: 0,
      printed: {
        name: 'operator',
        ranges: 2,
        replaced: false,
        imported_at: expect.stringMatching(DATE),
      },
    })
    await cli.json(['ranges', 'import', await fileOf('198.51.100.7'), '--name', 'vpn'])
    const { printed } = await cli.json(['ranges', 'import', await fileOf('192.0.2.0/24')])
    expect(printed).toMatchObject({ name: 'operator', ranges: 1, replaced: true })
    expect(await stored()).toEqual([
      { name: 'operator', count: 1, first: `${IPV4}c0000200${IPV4}c00002ff` },
      { name: 'vpn', count: 1, first: `${IPV4}c6336407${IPV4}c6336407` },
    ])
  })

  it('prints its progress on standard error', async () => {
    const file = await fileOf('192.0.2.0/24')
    const { code, stdout, stderr } = await cli.run(['ranges', 'import', file])
    expect(code).toBe(0)
    expect(stderr).toBe(`Reading ${file} …\nStoring 1 ranges …\n`)
    expect(stdout).toMatch(
      /^name {9}operator\nranges {7}1\nreplaced {5}false\nimported_at {2}\S+\n$/,
    )
  })

  it('stores nothing from a file with a wrong line, and reports the line', async () => {
    await cli.json(['ranges', 'import', await fileOf('192.0.2.0/24')])
    const before = await stored()
    const file = await fileOf('203.0.113.0/24\n0.0.0.0/0\nthe office\n')
    const { code, stdout, stderr } = await cli.run(['ranges', 'import', file, '--json'])
    expect({ code, stdout, ...(JSON.parse(stderr) as object) }).toEqual({
      code: 1,
      stdout: '',
      error: `${file} must have a network such as 203.0.113.0/24 or 2001:db8::/32 on each line; invalid: line 2: "0.0.0.0/0", line 3: "the office"`,
    })
    expect(await stored()).toEqual(before)
  })

  it('rejects an empty list, a missing file and a name with other characters', async () => {
    const empty = await fileOf('# nothing\n')
    const run = (...args: string[]) => cli.run(['ranges', 'import', ...args, '--json'])
    const [first, second, third] = await Promise.all([
      run(empty),
      run('/nowhere/list'),
      run(empty, '--name', 'a b'),
    ])
    expect(first.stderr).toContain(
      `${empty} contains no range. To remove a list, run: ranges remove`,
    )
    expect(second.stderr).toContain("/nowhere/list can't be read (ENOENT)")
    expect(third.stderr).toContain('--name a b: Use at most 63 letters')
    expect(await stored()).toEqual([])
  })
})

describe('ranges list and remove', () => {
  it('name each list with its size and date, and remove one of them', async () => {
    const file = await fileOf('192.0.2.0/24\n198.51.100.0/24')
    await Promise.all(
      ['vpn', 'relay'].map((name) => cli.json(['ranges', 'import', file, '--name', name])),
    )
    const imported_at: unknown = expect.stringMatching(DATE)
    expect((await cli.json(['ranges', 'list'])).printed).toEqual({
      lists: [
        { name: 'relay', ranges: 2, imported_at },
        { name: 'vpn', ranges: 2, imported_at },
      ],
    })
    expect(await cli.json(['ranges', 'remove', 'vpn'])).toEqual({
      code: 0,
      printed: { removed: 'vpn' },
    })
    const { stdout } = await cli.run(['ranges', 'list'])
    expect(stdout).toMatch(/^relay +2 ranges {2}\S+Z\n$/)
    await cli.expectFailure(
      ['ranges', 'remove', 'vpn'],
      'No list vpn exists. To see all, run: ranges list',
    )
  })

  it('are reported by doctor', async () => {
    await cli.json(['ranges', 'import', await fileOf('192.0.2.0/24'), '--name', 'vpn'])
    const { printed } = await cli.json(['doctor'])
    expect(printed['findings']).toContainEqual({
      check: 'shared ranges',
      ok: true,
      detail: expect.stringMatching(
        /^30720 of hosting networks, as of 2026-06-17; 1 of list vpn, imported \d{4}-\d\d-\d\d$/,
      ),
    })
  })
})
