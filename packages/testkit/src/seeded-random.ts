/** Random numbers that are repeatable by seed. Not for secrets. */
export type Random = {
  readonly seed: number
  /** At least 0, below 1. */
  readonly next: () => number
  /** A whole number from `min` to `max`, both included. */
  readonly integer: (min: number, max: number) => number
  readonly pick: <T>(list: readonly T[]) => T
  /** @param probability from 0 to 1 */
  readonly chance: (probability: number) => boolean
  /** A generator for one part of a run. It does not depend on the others, so that timing cannot change it. */
  readonly fork: (name: string | number) => Random
}

/** @param seed a whole number; of it the low 32 bits count */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + GOLDEN_RATIO) >>> 0
    return mix(state) / 2 ** 32
  }
  return {
    seed,
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: <T>(list: readonly T[]) => {
      if (list.length === 0) throw new RangeError('the list to pick from is empty')
      // The index is inside the list, whose elements may be undefined themselves.
      return list[Math.floor(next() * list.length)] as T
    },
    chance: (probability) => next() < probability,
    fork: (name) => createRandom(hash(`${seed >>> 0}/${name}`)),
  }
}

/** Returns a new seed. Print it, so that the run can be repeated. */
export function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 31)
}

/** 2^32 ÷ the golden ratio, odd: the steps visit every state before one comes twice. */
const GOLDEN_RATIO = 0x9e3779b9

/** Spreads a counter's bits over a whole word (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let word = value
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35)
  return (word ^ (word >>> 16)) >>> 0
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let word = 0x811c9dc5
  for (const byte of Buffer.from(text)) word = Math.imul(word ^ byte, 0x01000193)
  return mix(word >>> 0)
}
