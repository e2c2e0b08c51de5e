import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Runs a program and forwards signals, which a terminal sends it too. @returns its exit code, or 128 + the signal */
export function runChild(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options })
    const forward = (signal) => child.kill(signal)
    for (const signal of ENDING) process.on(signal, forward)
    const settle = (finish, value) => {
      for (const signal of ENDING) process.off(signal, forward)
      finish(value)
    }
    child.once('error', (error) => settle(reject, error))
    child.once('exit', (code, signal) =>
      settle(resolve, code ?? 128 + (constants.signals[signal] ?? 1)),
    )
  })
}

export async function runQuietly(program, args, options = {}) {
  const chunks = []
  const code = await new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (it) => chunks.push(it))
    child.once('error', reject)
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 1))
  })
  return { code, output: Buffer.concat(chunks).toString('utf8') }
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP']
