import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { runNode } from '@throughline/testkit/node-program'

const require = createRequire(import.meta.url)
const ROOT = join(import.meta.dirname, '../../..')
/** The scripts that npm 9 and 10 run after an install; npm 11 checks `allowScripts` first. */
const REPORT = createRequire(require.resolve('swagger-ui-dist/package.json')).resolve(
  '@scarf/scarf',
)

/** The number of reports that an install with this root package.json sends. */
async function countReports(packageJson: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-analytics-'))
  let reports = 0
  const server = createServer((_request, response) => {
    reports += 1
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await writeFile(join(folder, 'package.json'), packageJson)
  await runNode([REPORT], { INIT_CWD: folder, SCARF_LOCAL_PORT: String(port), DO_NOT_TRACK: '' })
  server.close()
  await rm(folder, { recursive: true })
  return reports
}

it('sends no analytics during the installation', async () => {
  const ours = await readFile(join(ROOT, 'package.json'), 'utf8')
  expect(await countReports(ours)).toBe(0)
  const allowed = ours.replace('"enabled": false', '"enabled": true')
  expect(await countReports(allowed)).toBe(1)
})
