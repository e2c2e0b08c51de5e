import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { Argon2VerifyOptions, IArgon2Options } from 'hash-wasm'
import { RateLimitedError } from './rate-limiter.js'

/** Hashes passwords with argon2id in threads that serve no requests. */
export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Without a hash, takes the same time, so that the timing does not reveal which accounts exist. */
  verify(password: string, hash: string | null): Promise<boolean>
  close(): Promise<void>
}

/** Each hash uses 19 MiB and a core for about 70 ms. */
const MAX_RUNNING = 2
const MAX_WAITING = 20

/** OWASP's second choice of parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memorySize: 19_456, iterations: 2, parallelism: 1, hashLength: 32 }

/** A hash that matches no password. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** The worker is a text, so that it runs from the sources and from the bundle; both have the module as a file. */
const WORKER = `
const { parentPort, workerData } = require('node:worker_threads')
const { argon2id, argon2Verify } = require(workerData)
parentPort.on('message', async ({ verify, hash }) => {
  try {
    const value = verify === undefined ? await argon2id(hash) : await argon2Verify(verify)
    parentPort.postMessage({ value })
  } catch (error) {
    parentPort.postMessage({ error: String(error) })
  }
})`

type Job = { verify: Argon2VerifyOptions } | { hash: IArgon2Options }

interface Slot {
  worker: Worker | null
}

/** Uses two threads, which start when they are needed. More than 20 waiting calls are rejected as `rate_limited`. */
export function createPasswordHasher(): PasswordHasher {
  const slots: Slot[] = Array.from({ length: MAX_RUNNING }, () => ({ worker: null }))
  const free = [...slots]
  const waiting: ((slot: Slot) => void)[] = []
  const take = async (): Promise<Slot> => {
    const slot = free.pop()
    if (slot !== undefined) return slot
    if (waiting.length >= MAX_WAITING) throw tooMany()
    return new Promise((resolve) => waiting.push(resolve))
  }
  const run = async (job: Job): Promise<unknown> => {
    const slot = await take()
    try {
      return await runIn(slot, job)
    } finally {
      const next = waiting.shift()
      if (next === undefined) free.push(slot)
      else next(slot)
    }
  }
  return {
    hash: async (password) => {
      const salt = randomBytes(16)
      return (await run({
        hash: { ...PARAMETERS, password, salt, outputType: 'encoded' },
      })) as string
    },
    verify: async (password, hash) => {
      // The library rejects an empty password, which no account has.
      const asked = password === '' ? ' ' : password
      const isRight = await run({ verify: { password: asked, hash: hash ?? NOBODYS_HASH } })
      return hash !== null && password !== '' && isRight === true
    },
    close: async () => {
      await Promise.all(slots.map(async ({ worker }) => worker?.terminate()))
    },
  }
}

function tooMany() {
  return new RateLimitedError('sign_in', 1, { detail: 'Too many sign-ins at the same time.' })
}

async function runIn(slot: Slot, job: Job): Promise<unknown> {
  const worker = (slot.worker ??= startWorker())
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', ({ value, error }: { value?: unknown; error?: string }) => {
        if (error === undefined) resolve(value)
        else reject(new Error(`argon2id failed: ${error}`))
      })
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the password thread has ended')))
      worker.postMessage(job)
    })
  } catch (error) {
    slot.worker = null
    await worker.terminate()
    throw error
  } finally {
    // Names the events, because removing all listeners would also remove those of Node, and no result would arrive.
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
  }
}

function startWorker(): Worker {
  // Starts without the flags of the process, which may load a transpiler. The thread does not keep the process alive.
  const worker = new Worker(WORKER, { eval: true, execArgv: [], workerData: findArgon2() })
  worker.unref()
  return worker
}

/** Returns hash-wasm's build of argon2: beside the bundle, or in the package when running from the sources. */
export function findArgon2(from = import.meta.url): string {
  const beside = fileURLToPath(new URL('./argon2.umd.min.js', from))
  return existsSync(beside)
    ? beside
    : createRequire(from).resolve('hash-wasm/dist/argon2.umd.min.js')
}
