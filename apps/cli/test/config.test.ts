import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { markProcess } from '@throughline/stack/processes'
import { writeStackFile } from '@throughline/stack/stack-file'
import { readConfig } from '../src/config.js'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'throughline-cli-'))
})
afterEach(() => rm(home, { recursive: true }))

const keepStack = (linkBaseHost: string | null) =>
  writeStackFile(home, {
    databaseUrl: 'postgresql://127.0.0.1:5555/throughline',
    redisUrl: null,
    publicUrl: 'https://api.acme.com',
    linkBaseHost,
    workerUrl: 'http://localhost:4001',
    processes: { launcher: markProcess(process.pid) },
  })

describe('the configuration of the CLI', () => {
  it('takes all addresses from the running stack, unless the environment names others', async () => {
    await keepStack('links.acme.com:8443')
    const found = {
      publicUrl: 'https://api.acme.com',
      linkBaseHost: 'links.acme.com:8443',
      workerUrl: 'http://localhost:4001',
    }
    expect(await readConfig({ THROUGHLINE_HOME: home })).toMatchObject(found)
    const other = { THROUGHLINE_HOME: home, LINK_BASE_HOST: 'Go.Acme.com' }
    expect(await readConfig(other)).toMatchObject({ ...found, linkBaseHost: 'go.acme.com' })
  })

  it('rejects a METRICS_TOKEN with which API and worker would not start', async () => {
    const env = { DATABASE_URL: 'postgresql://db/app', METRICS_TOKEN: 'short' }
    await expect(readConfig(env)).rejects.toThrow(
      'The environment is invalid:\n  METRICS_TOKEN: must have at least 16 characters',
    )
  })

  it("has the API's default for link hosts, which is not the host of PUBLIC_URL", async () => {
    const env = { DATABASE_URL: 'postgresql://db/app', PUBLIC_URL: 'https://api.acme.com/' }
    expect(await readConfig(env)).toMatchObject({
      publicUrl: 'https://api.acme.com',
      linkBaseHost: 'localhost:3000',
    })
    await keepStack(null)
    expect(await readConfig({ THROUGHLINE_HOME: home, PORT: '4000' })).toMatchObject({
      linkBaseHost: 'localhost:4000',
    })
  })
})
