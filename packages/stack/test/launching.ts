import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect } from '@jest/globals'
import { processesOf, startNode, type NodeProgram } from '@throughline/testkit/node-program'
import { waitFor } from '@throughline/testkit/wait-for'

import { freePort, isPortFree } from '../src/ports.js'
import { isRecord } from '../src/private-file.js'
import { signalProcess } from '../src/processes.js'
import { makeScratch, type Scratch } from './scratch.js'

/** A data home for `npm start`, and the ports of its stack. */
export interface LaunchPad {
  home: string
  port: number
  workerPort: number
  /** Runs `npm start`'s script without waiting. */
  launch(env?: Record<string, string>, args?: readonly string[]): Promise<NodeProgram>
  /** Runs `npm start`'s script and waits until everything is ready. */
  start(env?: Record<string, string>, args?: readonly string[]): Promise<NodeProgram>
  end(): Promise<void>
}

/** The last line of the welcome screen. */
const UP = 'Ctrl-C stops everything.'

/** At its end it kills everything that a failed test has left running. */
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

/** Waits until nothing of the stack runs, its ports are free and no process holds its folder. */
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

/** The id of a process in stack.json. */
export async function readPid(home: string, name: string): Promise<number> {
  const { [name]: pid } = await readPids(home)
  if (pid === undefined) throw new Error(`stack.json tells no ${name}`)
  return pid
}

/** The process ids in stack.json, by name. */
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

/** Sends the request of a curl command of the welcome screen. */
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
