import { writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild, type Child } from '../child.js'
import { median, medianInterval } from '../statistics.js'
import type { FromSlices, HotPath, Slice, ToSlices } from './slices-messages.js'
import { print } from '../print.js'

export interface PairsOptions {
  path: HotPath
  against: string[]
  pairs: number
  /** Measured time per checkout and pair, over all its starts. */
  seconds: number
  starts: number
  json?: string
}

type Checkout = Child<FromSlices, ToSlices>

interface Side {
  perSecond: number
  cpuMicros: number
}

const START_LIMIT_MS = 300_000
const SLICE_LIMIT_MS = 120_000
const HERE = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * Restarts all checkouts for each pair, or several times in it: a process may be up to 8 % faster for its lifetime,
 * depending on the memory layout. They take turns of a few seconds, so that disturbances affect all equally.
 */
export async function runPairs(options: PairsOptions): Promise<void> {
  const folders = [...options.against.map((folder) => resolve(folder)), HERE]
  const sides: Side[][] = []
  while (sides.length < options.pairs) {
    sides.push(await measurePair(folders, options, sides.length))
    print(toText(sides.length, sides.at(-1) ?? []))
  }
  const results = folders
    .slice(0, -1)
    .map((folder, index) => summarize(basename(folder), index, sides))
  for (const result of results) print(JSON.stringify(result))
  if (options.json !== undefined)
    await writeFile(options.json, `${JSON.stringify({ path: options.path, results, sides })}\n`)
}

async function measurePair(
  folders: string[],
  { path, seconds, starts }: PairsOptions,
  pair: number,
): Promise<Side[]> {
  const slices: Slice[][] = folders.map(() => [])
  for (let start = 0; start < starts; start += 1) {
    const own = await measureStart(folders, { path, seconds: seconds / starts }, pair + start)
    own.forEach((some, index) => slices[index]?.push(...some))
  }
  return slices.map(toSide)
}

async function measureStart(
  folders: string[],
  { path, seconds }: Pick<PairsOptions, 'path' | 'seconds'>,
  turn: number,
): Promise<Slice[][]> {
  const children: Checkout[] = []
  try {
    for (const folder of folders) children.push(await startCheckout(folder, path))
    return await measureInTurns(children, seconds, turn)
  } finally {
    await Promise.all(children.map(closeCheckout))
  }
}

async function startCheckout(folder: string, path: HotPath): Promise<Checkout> {
  const child = startChild<FromSlices, ToSlices>('pairs/slices-main.ts', [path], folder)
  await child.next('ready', START_LIMIT_MS)
  return child
}

async function closeCheckout(child: Checkout): Promise<void> {
  const closed = child.next('closed')
  child.send({ kind: 'close' })
  await closed.catch(() => undefined)
  await child.stop()
}

/** Reverses the order of the checkouts in each turn. */
async function measureInTurns(
  checkouts: Checkout[],
  seconds: number,
  firstTurn: number,
): Promise<Slice[][]> {
  const slices: Slice[][] = checkouts.map(() => [])
  for (let turn = firstTurn; Math.min(...slices.map(secondsOf)) < seconds; turn += 1) {
    const order = checkouts.map((_, index) => index)
    if (turn % 2 === 1) order.reverse()
    for (const index of order) slices[index]?.push(await measure(checkouts[index]))
  }
  return slices
}

function toSide(slices: Slice[]): Side {
  const sum = (pick: (slice: Slice) => number) =>
    slices.reduce((total, one) => total + pick(one), 0)
  const count = sum((slice) => slice.perSecond * slice.seconds)
  return {
    perSecond: count / secondsOf(slices),
    cpuMicros: sum((slice) => slice.cpuMicros * slice.perSecond * slice.seconds) / count,
  }
}

async function measure(checkout: Checkout | undefined): Promise<Slice> {
  if (checkout === undefined) throw new Error('there is no such checkout')
  const measured = checkout.next('slice', SLICE_LIMIT_MS)
  checkout.send({ kind: 'measure' })
  return (await measured).slice
}

function secondsOf(slices: Slice[]): number {
  return slices.reduce((total, { seconds }) => total + seconds, 0)
}

function summarize(against: string, index: number, pairs: Side[][]) {
  const ratiosOf = (pick: (side: Side) => number) =>
    pairs.map((sides) => ratioOf(pick, sides.at(-1), sides[index]))
  const rates = ratiosOf(({ perSecond }) => perSecond)
  return {
    against,
    pairs: pairs.length,
    rateRatio: median(rates),
    interval: medianInterval(rates),
    cpuRatio: median(ratiosOf(({ cpuMicros }) => cpuMicros)),
  }
}

function ratioOf(pick: (side: Side) => number, own?: Side, other?: Side): number {
  return own === undefined || other === undefined ? NaN : pick(own) / pick(other)
}

function toText(pair: number, sides: Side[]): string {
  const each = sides.map(
    ({ perSecond, cpuMicros }) => `${Math.round(perSecond)}/s ${cpuMicros.toFixed(0)} µs`,
  )
  const ratios = sides
    .slice(0, -1)
    .map((side) => ratioOf(({ perSecond }) => perSecond, sides.at(-1), side).toFixed(3))
  return `pair ${pair}: ${each.join(', ')}; ${ratios.join(', ')}`
}
