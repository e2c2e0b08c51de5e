import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect } from '@jest/globals'
import { processesOf, startNode, type NodeProgram } from '@throughline/testkit/node-program'
import { waitFor } from '@throughline/testkit/wait-for'

import { freePort, isPortFree } from '../src/ports.js'
import { isRecord } from '../src/private-file.js'
import { signalProcess } from '../src/processes.js'
import { makeScratch, type Scratch } from './scratch.js'

/** A data home for `npm start`, and the ports of the stack on it. */
export interface LaunchPad {
  home: string
  port: number
  workerPort: number
  /** Runs `npm start`'s script; does not wait. */
  launch(env?: Record<string, string>, args?: readonly string[]): Promise<NodeProgram>
  /** The same, and waits until all runs. */
  start(env?: Record<string, string>, args?: readonly string[]): Promise<NodeProgram>
  end(): Promise<void>
}

/** What the last line of the welcome screen says. */
const UP = 'Ctrl-C stops everything.'

/** Its end kills whatever a failed test has left. */
export async function makeLaunchPad(): Promise<LaunchPad> {
  const scratch: Scratch = await makeScratch()
  const { home } = scratch
  const [port, workerPort] = [await freePort(), await freePort()]
  const own = { THROUGHLINE_HOME: home, PORT: String(port), WORKER_PORT: String(workerPort) }
  scratch.onEnd(async () => {
    for (const { pid } of processesOf(home)) signalProcess(pid, 'SIGKILL')
    await waitFor(() => processesOf(home).length === 0, { what: 'the killed processes to end' })
  })
  const launch = (env = {}, args: readonly string[] = []) =>
    startNode(['scripts/start.mjs', ...args], { ...own, ...env })
  const start = async (env = {}, args: readonly string[] = []) => {
    const startedMs = performance.now()
    const run = await launch(env, args)
    await run.waitForOutput(UP)
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
    process.stderr.write(`npm start was ready after ${seconds} s\n`)
    return run
  }
  return { home, port, workerPort, launch, start, end: () => scratch.end() }
}

/** Nothing runs any more that has to do with the pad, its ports are free and the folder is nobody's. */
export async function expectNothingLeft(pad: LaunchPad): Promise<void> {
  await waitFor(() => processesOf(pad.home).length === 0, { what: 'all processes to end' }).catch(
    () => undefined,
  )
  expect(processesOf(pad.home)).toEqual([])
  expect(await Promise.all([pad.port, pad.workerPort].map(isPortFree))).toEqual([true, true])
  expect(await exists(join(pad.home, 'lock'))).toBe(false)
  expect(await exists(join(pad.home, 'stack.json'))).toBe(false)
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** A process that stack.json tells. */
export async function readPid(home: string, name: string): Promise<number> {
  const { [name]: pid } = await readPids(home)
  if (pid === undefined) throw new Error(`stack.json tells no ${name}`)
  return pid
}

/** The process numbers that stack.json tells, by name. */
export async function readPids(home: string): Promise<Record<string, number>> {
  const stack: unknown = JSON.parse(await readFile(join(home, 'stack.json'), 'utf8'))
  const processes = isRecord(stack) && isRecord(stack['processes']) ? stack['processes'] : {}
  return Object.fromEntries(
    Object.entries(processes).map(([name, mark]) => [
      name,
      isRecord(mark) ? Number(mark['pid']) : 0,
    ]),
  )
}

/** A row of the welcome screen. */
export function rowOf(screen: string, name: string): string {
  const row = screen.split('\n').find((line) => line.startsWith(`  ${name} `))
  return row?.slice(name.length + 2).trim() ?? ''
}

/** Does what a curl command of the welcome screen would do. */
export async function fetchAsCurl(command: string): Promise<{ status: number; body: unknown }> {
  const words = command.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", '')) ?? []
  const after = (flag: string) => words.filter((_, index) => words[index - 1] === flag)
  const [url = ''] = words.filter((word) => word.startsWith('http'))
  const headers = after('-H').map(
    (header) => header.split(/: (.*)/).slice(0, 2) as [string, string],
  )
  const response = await fetch(url, { method: 'POST', headers, body: after('-d')[0] ?? null })
  return { status: response.status, body: await response.json() }
}

export async function isAnswering(url: string): Promise<boolean> {
  const response = await fetch(url)
  await response.body?.cancel()
  return response.ok
}
