import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { freePort } from '@throughline/stack/ports'
import { createService, type Service } from '../src/installation/service.js'
import { waitFor } from '../src/wait-for.js'

/** Records each of its starts with its clock's offset, and exits immediately in the requested ones. */
const PROGRAM = `
import { appendFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
appendFileSync('STARTS', process.env.CLOCK_SHIFT_MS + '\\n')
const starts = readFileSync('STARTS', 'utf8').split('\\n').length - 1
if (process.env.ENDS_IN.split(',').includes(String(starts))) process.exit(1)
createServer((_, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')
`

let folder: string
let service: Service
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-service-'))
})
afterEach(async () => {
  await service.kill()
  await rm(folder, { recursive: true })
})

async function make(endsIn: number[]): Promise<Service> {
  const starts = join(folder, 'starts')
  const file = join(folder, 'program.mjs')
  await writeFile(file, PROGRAM.replaceAll("'STARTS'", JSON.stringify(starts)))
  const port = await freePort()
  service = createService({
    name: 'api-1',
    args: [file],
    env: { PORT: String(port), ENDS_IN: endsIn.join(',') },
    logFile: join(folder, 'log'),
    port,
  })
  return service
}

const starts = async () => (await readFile(join(folder, 'starts'), 'utf8')).trim().split('\n')

describe('a service', () => {
  it('is restarted until it is ready if it exits while it starts again', async () => {
    const { start, kill, unasked, isUp } = await make([2, 3])
    await start()
    await kill()
    await start(600_000)
    expect(isUp()).toBe(true)
    expect(await starts()).toEqual(['0', '600000', '600000', '600000'])
    expect(unasked).toEqual([])
  })

  it('is not restarted if it exits during its first start', async () => {
    const { start } = await make([1])
    await expect(start()).rejects.toThrow('api-1 ended while it started')
    expect(await starts()).toHaveLength(1)
  })

  it('is recorded if it exits after it was ready', async () => {
    const { start, pid, isUp, unasked } = await make([])
    await start()
    process.kill(pid(), 'SIGKILL')
    await waitFor(() => !isUp(), { what: 'its end' })
    expect(unasked).toEqual(['api-1: SIGKILL'])
  })
})
