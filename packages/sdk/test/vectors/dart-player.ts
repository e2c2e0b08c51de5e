import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { envWith } from '@throughline/testkit/test-env'

const FLUTTER = fileURLToPath(new URL('../../../flutter/', import.meta.url))
const PACKAGES = `--packages=${FLUTTER}tool/stand_ins/package_config.json`

/** The vectors' folder. */
export const VECTORS_FOLDER = fileURLToPath(new URL('../../vectors', import.meta.url))

/** The program that plays vectors with the Dart core. */
export interface DartPlayer {
  /** Sends it a JSON object; returns the next one that it prints. */
  ask: (given: object) => Promise<unknown>
  /** All JSON objects that it prints from now on. */
  rest: () => Promise<unknown[]>
  /** Closes its input; returns its last line, "N passed, N failed, N skipped", or its errors. */
  end: () => Promise<string>
}

/** Starts packages/flutter/tool/vectors.dart, which documents the arguments. */
export function startDartPlayer(dart: string, args: readonly string[]): DartPlayer {
  const child = start(dart, ['vectors.dart', ...args])
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let complaints = ''
  let last = ''
  // A player that exited has printed the reason.
  child.stdin.on('error', () => undefined)
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const next = async () => {
    const { done, value } = await lines.next()
    if (done !== true) last = value
    return done !== true && value.startsWith('{') ? (JSON.parse(value) as unknown) : null
  }
  const rest = async () => {
    const printed: unknown[] = []
    for (let line = await next(); line !== null; line = await next()) printed.push(line)
    return printed
  }
  return {
    rest,
    ask: async (given) => {
      child.stdin.write(`${JSON.stringify(given)}\n`)
      const answer = await next()
      if (answer === null) throw new Error(`The Dart player ended: ${complaints || last}`)
      return answer
    },
    end: async () => {
      child.stdin.end()
      await rest()
      await ended
      return complaints || last
    },
  }
}

/** Runs packages/flutter/tool/checks.dart; returns its output. */
export async function runDartChecks(dart: string): Promise<string> {
  const child = start(dart, ['checks.dart'])
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)])
  return `${printed}${complaints}`.trim()
}

function start(dart: string, [program, ...args]: readonly string[]) {
  // Far from UTC and usually on another date, to show that no time of an event is local.
  const env = envWith({ TZ: 'Pacific/Auckland' })
  return spawn(dart, [PACKAGES, `${FLUTTER}tool/${program}`, ...args], { stdio: 'pipe', env })
}
