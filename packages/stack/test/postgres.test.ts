import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'

import { isRoot } from '../src/home.js'
import { freePort } from '../src/ports.js'
import { withClient } from '../src/postgres/connect.js'
import { createDatabaseIfMissing, startPostgres, type EmbeddedPostgres } from '../src/postgres.js'
import { isPidAlive, parseMark } from '../src/processes.js'
import { killHard, makeScratch, runProgram, type Scratch } from './scratch.js'

/** A home with the data folder of a stopped server. initdb takes a second, a copy a tenth. */
let initialized: Scratch
let scratch: Scratch
let dataDir: string

beforeAll(async () => {
  initialized = await makeScratch()
  const server = await startPostgres({
    dataDir: join(initialized.home, 'postgres'),
    isScratch: true,
  })
  await server.stop()
})
afterAll(() => initialized.end())
beforeEach(async () => {
  scratch = await makeScratch()
  dataDir = join(scratch.home, 'postgres')
})
afterEach(() => scratch.end())

async function copyDataFolder(home: string): Promise<void> {
  const files = ['postgres', 'postgres-password'].map((name) => join(initialized.home, name))
  await promisify(execFile)('cp', ['-a', ...files, home])
}

/** Starts a server. Copies the initialized folder if the data folder does not exist. */
async function start(
  options: { port?: number; isScratch?: boolean; hasDefaults?: boolean; flags?: string[] } = {},
): Promise<EmbeddedPostgres> {
  if (!existsSync(dataDir)) await copyDataFolder(scratch.home)
  const server = await startPostgres({ dataDir, isScratch: true, ...options })
  scratch.onEnd(() => server.stop('immediate'))
  return server
}

const CLOUD_NATIVE_PG = 'deploy/kubernetes/examples/cloudnative-pg.yaml'

/** As `name=value`, with the defaults of variables. */
async function readSettings(file: string): Promise<string[]> {
  const text = await readFile(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), 'utf8')
  const found =
    file === CLOUD_NATIVE_PG
      ? text.matchAll(/^ {6}(\w+): '?([\w.]+)'?$/gm)
      : text.matchAll(/^ {6}- -c\n {6}- (\w+)=(?:\$\{\w+:-)?([\w.]+)\}?$/gm)
  return [...found]
    .filter(([, name]) => name?.includes('_'))
    .map(([, name, value]) => `${name}=${value}`)
}

async function readOne(server: EmbeddedPostgres, sql: string): Promise<unknown> {
  return withClient(server.url('postgres'), async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return Object.values(rows[0] ?? {})[0]
  })
}

describe('startPostgres', () => {
  it('creates the data folder at the first start and keeps data and port for the next one', async () => {
    await mkdir(dataDir)
    const first = await start()
    await withClient(first.url('postgres'), (client) =>
      client.query('CREATE TABLE kept AS SELECT 42 AS answer'),
    )
    await first.stop()
    expect(isPidAlive(first.pid)).toBe(false)

    const second = await start()
    expect(second.adopted).toBe(false)
    expect(second.port).toBe(first.port)
    expect(await readOne(second, 'SELECT answer FROM kept')).toBe(42)
  })

  it('listens on loopback only, requires the password and lets only its owner read it', async () => {
    const server = await start()
    expect(await readOne(server, 'SHOW listen_addresses')).toBe('127.0.0.1')
    expect(await readOne(server, 'SHOW unix_socket_directories')).toBe('')
    expect(await readOne(server, 'SHOW max_connections')).toBe('200')
    const mode = (await stat(join(scratch.home, 'postgres-password'))).mode
    expect(mode & 0o777).toBe(0o600)
    const wrong = `postgresql://postgres:wrong@127.0.0.1:${server.port}/postgres`
    await expect(withClient(wrong, () => Promise.resolve())).rejects.toThrow(/password/)
  })

  it('sizes a server whose data matter by the machine', async () => {
    const server = await start({ isScratch: false })
    expect(await readOne(server, 'SHOW wal_init_zero')).toBe('off')
    expect(await readOne(server, 'SHOW checkpoint_timeout')).toBe('15min')
    expect(await readOne(server, 'SHOW fsync')).toBe('on')
  })

  it("keeps PostgreSQL's defaults for a comparison", async () => {
    const server = await start({ isScratch: false, hasDefaults: true })
    expect(await readOne(server, 'SHOW wal_init_zero')).toBe('on')
    expect(await readOne(server, 'SHOW checkpoint_timeout')).toBe('5min')
  })

  it.each(['docker-compose.yml', 'docker-compose.dev.yml', CLOUD_NATIVE_PG])(
    'accepts the settings of %s',
    async (file) => {
      const flags = await readSettings(file)
      const server = await start({ flags })
      expect(await readOne(server, 'SHOW checkpoint_timeout')).toBe('15min')
      expect(await readOne(server, 'SHOW wal_init_zero')).toBe('off')
    },
  )

  it('takes over the server of a process that was killed', async () => {
    await copyDataFolder(scratch.home)
    const { child, line } = await runProgram(scratch, 'postgres-owner.ts', [dataDir])
    const owned: unknown = JSON.parse(line)
    await killHard(child)

    const server = await start()
    expect(server.adopted).toBe(true)
    expect({ pid: server.pid, port: server.port }).toEqual(owned)
    expect(await readOne(server, 'SELECT 1')).toBe(1)
    await server.stop()
    expect(isPidAlive(server.pid)).toBe(false)
  })

  it('stops a server that still runs on another port', async () => {
    await copyDataFolder(scratch.home)
    const { child, line } = await runProgram(scratch, 'postgres-owner.ts', [dataDir])
    await killHard(child)
    const port = await freePort()

    const server = await start({ port })
    expect(server.adopted).toBe(false)
    expect(server.port).toBe(port)
    expect(isPidAlive(parseMark(JSON.parse(line))?.pid ?? 0)).toBe(false)
  })

  it('starts again after the server itself was killed', async () => {
    const first = await start()
    process.kill(first.pid, 'SIGKILL')
    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await readOne(second, 'SELECT 1')).toBe(1)
  })

  it('ignores a pid file whose process id belongs to another program', async () => {
    const first = await start()
    await first.stop()
    await writeFile(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n0\n1\n`)
    const second = await start()
    expect(second.adopted).toBe(false)
  })

  it('reaches a data folder through a symbolic link', async () => {
    await mkdir(join(scratch.home, 'disk'))
    await symlink(join(scratch.home, 'disk'), dataDir)
    const first = await start()
    expect(await readOne(first, 'SELECT 1')).toBe(1)
  })

  it('names a port that is taken', async () => {
    const holder = await makeScratch()
    await copyDataFolder(holder.home)
    const other = await startPostgres({ dataDir: join(holder.home, 'postgres'), isScratch: true })
    holder.onEnd(() => other.stop('immediate'))
    try {
      await expect(start({ port: other.port })).rejects.toThrow(
        `Port ${other.port} for the embedded PostgreSQL is in use.`,
      )
    } finally {
      await holder.end()
    }
  })

  it('rejects a folder of another PostgreSQL version', async () => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'PG_VERSION'), '15\n')
    await expect(start()).rejects.toThrow(
      /was created by PostgreSQL 15, but this release contains PostgreSQL 18/,
    )
  })

  it('rejects a folder with other content', async () => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'holiday.jpg'), '')
    await expect(start()).rejects.toThrow(/not empty and is not a PostgreSQL data folder/)
  })

  it('says what a damaged folder lacks and where the log is', async () => {
    const first = await start()
    await first.stop()
    await writeFile(join(dataDir, 'global', 'pg_control'), 'gone')
    const failure = start()
    await expect(failure).rejects.toThrow(/did not start on .*(\n|.)*(FATAL|PANIC)/)
    await expect(failure).rejects.toThrow(join(scratch.home, 'postgres.log'))
    expect(await readFile(join(scratch.home, 'postgres.log'), 'utf8')).toMatch(/FATAL|PANIC/)
  })

  it('says which file is missing when the password is lost', async () => {
    const first = await start()
    await first.stop()
    await writeFile(join(scratch.home, 'postgres-password'), '')
    await expect(start()).rejects.toThrow(/password of the database .* is missing/)
  })

  const asRoot = isRoot() ? it : it.skip
  asRoot('names the folder that PostgreSQL may not enter when root starts it', async () => {
    await chmod(scratch.home, 0o700)
    await expect(start()).rejects.toThrow(
      `may not enter ${scratch.home}. Set THROUGHLINE_HOME to a folder that everyone can reach`,
    )
  })
})

describe('createDatabaseIfMissing', () => {
  it('creates a database once, with any name, also for two simultaneous processes', async () => {
    const server = await start()
    const name = 'two "words"'
    const admin = server.url('postgres')
    const made = await Promise.all([
      createDatabaseIfMissing(admin, name),
      createDatabaseIfMissing(admin, name),
    ])
    expect(made).toContain(true)
    expect(await createDatabaseIfMissing(admin, name)).toBe(false)
    const current = await withClient(server.url(name), (client) =>
      client.query<{ name: string }>('SELECT current_database() AS name'),
    )
    expect(current.rows).toEqual([{ name }])
  })
})
