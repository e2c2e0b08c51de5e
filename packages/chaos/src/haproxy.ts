import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@throughline/stack/ports'
import { root } from '@throughline/testkit/installation/programs'

export interface Haproxy {
  readonly port: number
  readonly close: () => Promise<void>
}

const CONFIGURATION = join(root, 'deploy', 'postgresql', 'haproxy.cfg')

export function missingHaproxy(): string | null {
  const { status } = spawnSync('haproxy', ['-v'], { stdio: 'ignore' })
  return status === 0 ? null : 'there is no haproxy (apt-get install haproxy)'
}

/** HAProxy with the configuration of the documentation, in front of servers on loopback. */
export async function startHaproxy(serverPorts: number[]): Promise<Haproxy> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'throughline-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  const ports = [...serverPorts]
  const text = (await readFile(CONFIGURATION, 'utf8'))
    .replace('bind *:5432', `bind 127.0.0.1:${port}`)
    .replaceAll(/(?<=^ {4}server \S+ )\S+/gm, () => `127.0.0.1:${ports.shift() ?? 0}`)
  if (!text.includes(`127.0.0.1:${port}`) || ports.length > 0)
    throw new Error(`${CONFIGURATION} does not have a line for each server`)
  await writeFile(file, text)
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] })
  const ended = once(child, 'close')
  return {
    port,
    close: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
