import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Dump } from './dump.js'

function dumpPath(folder: string, seed: number): string {
  return join(folder, `seed-${seed}.json.gz`)
}

export async function writeDump(folder: string, dump: Dump): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = dumpPath(folder, dump.seed)
  await writeFile(path, await promisify(gzip)(JSON.stringify(dump)))
  return path
}

export async function readDump(folder: string, seed: number): Promise<Dump> {
  const text = await promisify(gunzip)(await readFile(dumpPath(folder, seed)))
  return JSON.parse(text.toString('utf8')) as Dump
}
